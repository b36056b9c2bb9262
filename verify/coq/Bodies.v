(* Rule S, and the bodies of rule C. The items of a body, played side by side, give X every claim's join and one cell
   of every pair. (`series` of Claims.v, once per item.) Then x and y are joined. *)
Require Import Bool List NArith Lia.
From Mustplay Require Import Claims Sets SetLaws Checker Chains Paths Captured.
Import ListNotations.
Open Scope N_scope.

Section Sound.
Context {set table : Type} {X : Sets set table}.
Variable b : board set table.
Notation nearT := (nearT b). Notation all := (whole b). Notation nn := (count b).
Notation own := (own b). Notation others := (others b).
Notation e0 := (e0 b). Notation e1 := (e1 b). Notation o0 := (o0 b). Notation o1 := (o1 b).
Hypothesis good : good_board b.
Let near_sym := near_sym b good.
Let near_set_ok := near_set_ok b good.
Let all_ok := all_ok b good.
Notation J := (J b).
Notation ende := (ende b).
Definition valid (c : claim set) : Prop :=
  WS (J (cx c) (cy c)) (mem (cA c)) (mem (cC c)) /\ disj (mem (cA c)) (mem (cC c)) /\
  sub (mem (cA c)) (mem all) /\ sub (mem (cC c)) (mem all) /\ ende (cA c) (cx c) /\ ende (cA c) (cy c).

Lemma is_cell_all c : is_cell b c = true -> mem all c = true.
Proof. unfold is_cell. rewrite all_ok. auto. Qed.
Lemma end_ok_ende x A : end_ok b x = true -> sub (mem (end_set b x)) (mem A) -> ende A x.
Proof.
  unfold end_ok, end_set, Captured.ende. destruct (is_cell b x); cbn [orb].
  - intros _ Hs. left. apply Hs. rewrite mem_single. apply N.eqb_refl.
  - rewrite lazy_or, orb_true_iff, !N.eqb_eq. intros E _. right. apply own_in. auto.
Qed.
Lemma end_set_all x : sub (mem (end_set b x)) (mem all).
Proof.
  unfold end_set. destruct (is_cell b x) eqn:E; intros c; [|rewrite mem_empty; discriminate].
  rewrite mem_single, N.eqb_eq. intros <-. apply is_cell_all; auto.
Qed.

(* Bodies. *)
Definition item_goal (i : part set) : goal := fun T =>
  match i with
  | PStone _ => True
  | PPair p q => T p = true \/ T q = true
  | PClaim c => J (cx c) (cy c) T
  end.
Definition item_valid (i : part set) : Prop :=
  match i with
  | PStone c => mem all c = true
  | PPair p q => mem all p = true /\ mem all q = true /\ p <> q
  | PClaim c => valid c
  end.
Lemma item_mono i : mono (item_goal i).
Proof. destruct i; intros S T HS; cbn; auto; [intros [?|?]; auto | apply J_mono; auto]. Qed.
Lemma item_WS i : item_valid i -> WS (item_goal i) (mem (part_stones i)) (mem (part_carrier i)).
Proof.
  destruct i as [c|p q|c]; cbn [item_valid part_stones part_carrier].
  - intros _. apply Claims.WS_done. exact I.
  - intros [_ [_ Npq]]. apply Claims.WS_step. intro m. destruct (N.eqb_spec m p) as [->|Nm].
    + apply Claims.WF_move with q; [unfold Claims.del; bits; destruct (N.eqb_spec p q), (N.eqb_spec q q); cbn; auto; congruence|].
      apply Claims.WS_done. right. unfold Claims.add. rewrite N.eqb_refl. auto.
    + apply Claims.WF_move with p; [unfold Claims.del; bits; destruct (N.eqb_spec m p), (N.eqb_spec p p); cbn; auto; congruence|].
      apply Claims.WS_done. left. unfold Claims.add. rewrite N.eqb_refl. auto.
  - intros [V _]. exact V.
Qed.
Definition all_goals (l : list (part set)) : goal := fun T => Forall (fun i => item_goal i T) l.
Lemma all_goals_mono l : mono (all_goals l).
Proof. intros S T HS. unfold all_goals. apply Forall_impl. intros i. apply item_mono; auto. Qed.
Lemma body_carrier_ok A : forall l C, body_carrier A l = Some C -> Forall item_valid l ->
  Forall (fun i => sub (mem (part_stones i)) (mem A)) l ->
  WS (all_goals l) (mem A) (mem C) /\ disj (mem A) (mem C) /\ sub (mem C) (mem all).
Proof.
  induction l as [|i l IH]; intros C E V HS.
  - inversion E. split; [apply Claims.WS_done; constructor | split; nsets].
  - inversion V as [|? ? Vi Vl]; subst. inversion HS as [|? ? Si Sl]; subst.
    assert (Step : forall D, body_carrier A l = Some D -> disj (mem (minus (part_carrier i) A)) (mem D) ->
      eqs (mem C) (mem (union (minus (part_carrier i) A) D)) ->
      WS (all_goals (i :: l)) (mem A) (mem C) /\ disj (mem A) (mem C) /\ sub (mem C) (mem all)).
    { intros D ED M EC. destruct (IH D ED) as [I1 [I2 I3]]; auto.
      assert (SC : sub (mem C) (uni (mem (minus (part_carrier i) A)) (mem D)))
        by (intros c Hc; rewrite EC, mem_union in Hc; exact Hc).
      assert (CS : sub (uni (mem (minus (part_carrier i) A)) (mem D)) (mem C))
        by (intros c Hc; rewrite EC, mem_union; exact Hc).
      clear EC E. split; [|split].
      - apply (Claims.WS_mono N N.eqb N.eqb_spec) with (mem A) (uni (dif (mem (part_carrier i)) (mem A)) (dif (mem D) (mem A)));
          [apply all_goals_mono | | nsets | nsets].
        apply (Claims.WS_goal N N.eqb N.eqb_spec) with (Claims.both N (item_goal i) (all_goals l)).
        { intros T _ _ [G1 G2]. constructor; auto. }
        apply (Claims.series N N.eqb N.eqb_spec) with (mem (part_stones i)) (mem A); auto.
        + apply item_mono. + apply all_goals_mono. + apply item_WS; auto. + nsets. + nsets.
      - nsets.
      - assert (sub (mem (part_carrier i)) (mem all)); [|nsets]. clear - Vi.
        destruct i as [c|p q|c]; cbn [item_valid part_carrier] in *.
        + intros c'. rewrite mem_empty. discriminate.
        + destruct Vi as [Hp [Hq _]]. intros c. bits. rewrite orb_true_iff, !N.eqb_eq. intros [<-|<-]; auto.
        + destruct Vi as [_ [_ [_ [HC _]]]]. auto. }
    destruct i as [c|p q|c]; cbn [body_carrier] in E.
    + apply (Step C E); [cbn [part_carrier]; nsets|]. intro d. cbn [part_carrier]. bits. auto.
    + destruct (body_carrier A l) as [D|]; [|discriminate].
      destruct (meet (minus (part_carrier (PPair p q)) A) D) eqn:M; [discriminate|]. apply meet_no in M. inversion E; subst C. apply (Step D); auto. intro; auto.
    + destruct (body_carrier A l) as [D|]; [|discriminate].
      destruct (meet (minus (part_carrier (PClaim c)) A) D) eqn:M; [discriminate|]. apply meet_no in M. inversion E; subst C. apply (Step D); auto. intro; auto.
Qed.
Lemma mem_add_stones s i c : mem (add_stones s i) c = mem s c || mem (part_stones i) c.
Proof. destruct i as [d|p q|d]; cbn [add_stones part_stones]; bits; auto. rewrite orb_false_r. auto. Qed.
Lemma body_stones_ok g l : sub (mem g) (mem (body_stones g l)) /\ Forall (fun i => sub (mem (part_stones i)) (mem (body_stones g l))) l.
Proof.
  induction l as [|i l [IH1 IH2]]; [split; auto; intros c; auto|]. assert (E : forall c, mem (body_stones g (i :: l)) c = mem (body_stones g l) c || mem (part_stones i) c)
    by (intro; unfold body_stones; cbn [fold_right]; apply mem_add_stones).
  split; [|constructor].
  - intros c Hc. rewrite E, (IH1 c Hc). auto.
  - intros c Hc. rewrite E, Hc. apply orb_true_r.
  - apply Forall_impl with (2 := IH2). intros j Hj c Hc. rewrite E, (Hj c Hc). auto.
Qed.
Lemma body_stones_all g l : sub (mem g) (mem all) -> Forall item_valid l -> sub (mem (body_stones g l)) (mem all).
Proof.
  intros Hg V. induction V as [|i l V Vl IH]; auto. assert (E : forall c, mem (body_stones g (i :: l)) c = mem (body_stones g l) c || mem (part_stones i) c)
    by (intro; unfold body_stones; cbn [fold_right]; apply mem_add_stones).
  assert (Hi : sub (mem (part_stones i)) (mem all)); [|intros c; rewrite E, orb_true_iff; intros [?|?]; auto]. clear E. destruct i as [c|p q|c]; cbn [item_valid part_stones] in *.
  - intros d. rewrite mem_single, N.eqb_eq. intros <-. auto.
  - intros d. rewrite mem_empty. discriminate.
  - destruct V as [_ [_ [HA _]]]. auto.
Qed.
(* Classes of joined nodes. *)
Section Classes.
Variable T : cset.
Notation S := (uni T (mem own)).
Notation P := (path nearT S).
Definition joined (cl : list set) := Forall (fun c => forall u v, mem c u = true -> mem c v = true -> P u v) cl.
Lemma mem_union_all base l u : mem (fold_right union base l) u = true -> mem base u = true \/ exists c, In c l /\ mem c u = true.
Proof.
  induction l as [|a l IH]; cbn [fold_right]; auto. rewrite mem_union, orb_true_iff.
  intros [Ha|Hl]; [right; exists a; cbn; auto|]. destruct (IH Hl) as [?|[c [? ?]]]; auto. right. exists c. cbn. auto.
Qed.
Lemma merge_ok f base cl h : joined cl -> (forall u, mem base u = true -> P h u) ->
  (forall c, In c cl -> f c = true -> exists w, mem c w = true /\ P h w) -> joined (merge f base cl).
Proof.
  intros Jc Hb Hf. unfold joined in *. rewrite Forall_forall in Jc. constructor.
  - assert (G : forall u, mem (fold_right union base (filter f cl)) u = true -> P h u).
    { intros u Hu. destruct (mem_union_all _ _ _ Hu) as [?|[c [Ic Hc]]]; auto. apply filter_In in Ic. destruct Ic as [Ic Fc].
      destruct (Hf c Ic Fc) as [w [Hw Pw]]. apply path_trans with w; auto. apply (Jc c Ic); auto. }
    intros u v Hu Hv. apply path_trans with h; [apply path_sym|]; auto.
  - apply Forall_forall. intros c Ic. apply filter_In in Ic. apply Jc. tauto.
Qed.
Lemma joined_filter f cl : joined cl -> joined (filter f cl).
Proof. unfold joined. rewrite !Forall_forall. intros Jc c Ic. apply filter_In in Ic. apply Jc. tauto. Qed.
Lemma in_class cl c w : joined cl -> In c cl -> mem c w = true -> S w = true.
Proof. unfold joined. rewrite Forall_forall. intros Jc Ic Hw. destruct (path_ends _ _ _ _ (Jc c Ic w w Hw Hw)). auto. Qed.
Lemma add_stone_ok u cl : T u = true -> joined cl -> joined (add_stone b u cl).
Proof.
  intros Tu Jc. assert (Su : S u = true) by (unfold uni; rewrite Tu; auto).
  apply merge_ok with u; auto.
  - intros v. rewrite mem_single, N.eqb_eq. intros <-. apply path_refl; auto.
  - intros c Ic M. apply meet_yes in M. destruct M as [w [E Hw]]. rewrite near_single in E.
    exists w. split; auto. apply path_near; auto. apply (in_class cl c w); auto.
Qed.
Lemma add_claim_ok i cl : item_goal i T -> joined cl -> joined (add_claim i cl).
Proof.
  intros G Jc. destruct i as [c|p q|c]; cbn [add_claim]; auto. cbn in G. unfold Captured.J, joins in G.
  apply merge_ok with (cx c); auto.
  - intros u. rewrite mem_empty. discriminate.
  - intros d Id M. apply meet_yes in M. destruct M as [w [E Hw]]. exists w. split; auto. bits.
    rewrite orb_true_iff, !N.eqb_eq in E. destruct E as [<-|<-]; auto. destruct (path_ends _ _ _ _ G). apply path_refl; auto.
Qed.
Lemma add_pair_ok A i cl : item_goal i T -> joined cl -> joined (add_pair b A i cl).
Proof.
  intros G Jc. destruct i as [c|p q|c]; cbn [add_pair]; auto. destruct (if mem A p then true else mem A q); auto. cbn in G.
  assert (K : forall z, (z = p \/ z = q) -> T z = true -> joined
    (merge (fun c => meet (near_node b p) c &&& meet (near_node b q) c) empty cl)).
  { intros z Ez Tz. assert (Sz : S z = true) by (unfold uni; rewrite Tz; auto).
    apply merge_ok with z; auto; [intros u; rewrite mem_empty; discriminate|].
    intros c Ic M. rewrite lazy_and, andb_true_iff in M. destruct M as [M1 M2].
    assert (M : meet (near_node b z) c = true) by (destruct Ez; subst; auto).
    apply meet_yes in M. destruct M as [w [E Hw]]. rewrite near_single in E.
    exists w. split; auto. apply path_near; auto. apply (in_class cl c w); auto. }
  destruct G as [G|G]; [apply (K p) | apply (K q)]; auto.
Qed.
Lemma add_pairs_ok A l : all_goals l T -> forall f cl, joined cl -> joined (add_pairs b f A l cl).
Proof.
  intros G. assert (K : forall cl, joined cl -> joined (fold_right (add_pair b A) cl l)).
  { induction G; cbn; auto. intros. apply add_pair_ok; auto. }
  induction f as [|f IH]; intros cl Jc; cbn [add_pairs]; auto.
  match goal with |- context [Nat.eqb ?a ?b] => destruct (Nat.eqb a b) end; [|apply IH]; apply joined_filter; auto.
Qed.
Lemma body_classes_ok A l : sub (mem A) T -> all_goals l T -> joined (body_classes b A l).
Proof.
  intros HA G. unfold body_classes. apply add_pairs_ok; auto. apply joined_filter.
  assert (K : forall cl, joined cl -> joined (fold_right add_claim cl l)).
  { clear - G near_sym. induction G; cbn; auto. intros. apply add_claim_ok; auto. }
  apply K. clear K.
  assert (B : joined [single e0; single e1]).
  { repeat constructor; intros u v; rewrite !mem_single, !N.eqb_eq; intros <- <-; apply path_refl; unfold uni;
    (replace (mem own _) with true; [apply orb_true_r | symmetry; apply own_in; auto]). }
  assert (K : forall e, (forall c, In c e -> T c = true) -> joined (fold_right (add_stone b) [single e0; single e1] e)).
  { induction e as [|a e IH]; intros He; cbn [fold_right]; auto. apply add_stone_ok; [apply He; cbn; auto | apply IH; intros; apply He; cbn; auto]. }
  apply K. intros c Ic. apply HA. apply in_elements. auto.
Qed.
(* The quick way: what x's class grows to is joined to x. *)
Lemma reach_by_ok x A owned i R : item_goal i T -> sub (mem owned) S ->
  (forall u, mem R u = true -> P x u) -> forall u, mem (reach_by b A owned i R) u = true -> P x u.
Proof.
  intros G HO HR u. destruct i as [c|p q|c]; cbn [reach_by]; auto.
  - destruct (if mem A p then true else mem A q); auto. rewrite !lazy_and.
    destruct (meet (near_node b p) R && meet (near_node b q) R) eqn:M; auto. rewrite andb_true_iff in M. destruct M as [M1 M2].
    intro Hu. rewrite mem_union, orb_true_iff in Hu. destruct Hu as [Hu|Hu]; auto.
    rewrite !mem_inter, !andb_true_iff in Hu. destruct Hu as [[Np Nq] Ou]. cbn in G.
    assert (K : forall z, T z = true -> meet (near_node b z) R = true -> nearT z u = true -> P x u).
    { intros z Tz M E. assert (Sz : S z = true) by (unfold uni; rewrite Tz; auto). apply meet_yes in M. destruct M as [w [E2 Hw]].
      apply path_step with z; auto. apply path_step with w; auto. rewrite near_sym. exact E2. }
    destruct G as [G|G]; [apply (K p) | apply (K q)]; auto.
  - cbn in G. unfold Captured.J, joins in G.
    destruct (mem R (cx c)) eqn:E1; [|destruct (mem R (cy c)) eqn:E2; auto]; rewrite mem_plus1, orb_true_iff, N.eqb_eq; intros [Hu| <-]; auto.
    + apply path_trans with (cx c); auto.
    + apply path_trans with (cy c); auto. apply path_sym; auto.
Qed.
Lemma reaches_ok x y A owned l : all_goals l T -> sub (mem owned) S -> forall f R front,
  (forall u, mem R u = true -> P x u) -> (forall u, mem front u = true -> P x u) ->
  reaches b f A owned l y R front = true -> P x y.
Proof.
  intros G HO. induction f as [|f IH]; intros R front HR HF E; [discriminate|]. cbn [reaches] in E.
  destruct (grow b (rounds b) owned R front) as [R1|] eqn:Eg; [|discriminate].
  assert (H1 : forall u, mem R1 u = true -> P x u).
  { apply (grow_sound b near_set_ok _ _ _ _ _ Eg (fun u => P x u)); auto. intros u v Pu E1 Hv. apply path_step with u; auto. }
  destruct (mem R1 y) eqn:Ey; auto.
  set (R2 := fold_right (reach_by b A owned) R1 l) in *.
  assert (H2 : forall u, mem R2 u = true -> P x u).
  { unfold R2. clear - G H1 HO near_sym. induction G as [|i l Gi Gl IH]; cbn [fold_right]; auto. intro u. apply reach_by_ok; auto. }
  destruct (is_empty (minus R2 R1)); [discriminate|]. apply (IH R2 (minus R2 R1)); auto.
  intros u. rewrite mem_minus, andb_true_iff. intros [? _]. auto.
Qed.
Lemma joined_by_ok A l x y : sub (mem A) T -> all_goals l T -> S x = true -> joined_by b A l x y = true -> P x y.
Proof.
  intros HA G Sx E. unfold joined_by in E. rewrite lazy_or, orb_true_iff in E. destruct E as [E|E].
  - assert (P1 : forall u, mem (single x) u = true -> P x u).
    { intros u. rewrite mem_single, N.eqb_eq. intros <-. apply path_refl; auto. }
    apply reaches_ok with (5 := E); auto. nsets.
  - assert (Jc := body_classes_ok A l HA G). unfold joined in Jc. rewrite Forall_forall in Jc.
    rewrite any_eq, existsb_exists in E. destruct E as [c [Ic Hc]]. rewrite lazy_and, andb_true_iff in Hc. destruct Hc. apply (Jc c Ic); auto.
Qed.
End Classes.

Definition store_ok (s : store set) := forall k t c, get b s k t = Some c -> valid c.
Lemma resolve_ok s : store_ok s -> forall l r, resolve b s l = Some r -> Forall item_valid r.
Proof.
  intros Hs. induction l as [|i l IH]; intros r E; cbn [resolve] in E; [inversion E; constructor|].
  destruct (resolve b s l) as [r'|]; [|discriminate]. specialize (IH r' eq_refl). destruct i as [c|p q|k t].
  - destruct (is_cell b c) eqn:Ec; inversion E. constructor; auto. apply is_cell_all; auto.
  - rewrite !lazy_and in E. destruct (is_cell b p && is_cell b q && negb (p =? q)) eqn:Ec; inversion E. constructor; auto.
    rewrite !andb_true_iff in Ec. destruct Ec as [[Ep Eq] En]. cbn. repeat split; try (apply is_cell_all; auto).
    intros ->. rewrite N.eqb_refl in En. discriminate.
  - destruct (get b s k t) as [c|] eqn:Eg; inversion E. constructor; auto. cbn. apply (Hs k t); auto.
Qed.
Theorem body_ok s x y g l A C : store_ok s -> body b s x y g l = Some (A, C) ->
  sub (mem g) (mem all) -> end_ok b x = true ->
  WS (J x y) (mem A) (mem C) /\ disj (mem A) (mem C) /\ sub (mem A) (mem all) /\ sub (mem C) (mem all) /\
  sub (mem g) (mem A) /\ sub (mem (end_set b x)) (mem A) /\ sub (mem (end_set b y)) (mem A).
Proof.
  intros Hs E Hg Hx. unfold body in E. destruct (resolve b s l) as [r|] eqn:Er; [|discriminate].
  assert (V := resolve_ok s Hs l r Er).
  set (g' := union g (union (end_set b x) (end_set b y))) in *.
  assert (Hg' : sub (mem g') (mem all)).
  { assert (Ex := end_set_all x). assert (Ey := end_set_all y). unfold g'. nsets. }
  assert (HA := body_stones_all g' r Hg' V). destruct (body_stones_ok g' r) as [S1 S2].
  destruct (body_carrier (body_stones g' r) r) as [C'|] eqn:Ec; [|discriminate].
  destruct (body_carrier_ok _ _ _ Ec V S2) as [B1 [B2 B3]].
  destruct (joined_by b (body_stones g' r) r x y) eqn:Ej; [|discriminate].
  assert (Ex : ende (body_stones g' r) x) by (apply end_ok_ende; auto; unfold g' in *; nsets).
  inversion E; subst A C. clear E. split; [|repeat split; auto; unfold g' in *; nsets].
  apply (Claims.WS_goal N N.eqb N.eqb_spec) with (all_goals r); auto. intros T T1 _ G.
  apply joined_by_ok with (body_stones g' r) r; auto. unfold uni.
  destruct Ex as [Ex|Ex]; [|rewrite Ex; apply orb_true_r]. rewrite (T1 x Ex). auto.
Qed.
Theorem series_ok s x y l c : store_ok s -> series b s x y l = Some c -> valid c.
Proof.
  intros Hs E. unfold series in E. rewrite !lazy_and in E. destruct (end_ok b x && end_ok b y && negb (x =? y)) eqn:Ee; [|discriminate].
  rewrite !andb_true_iff in Ee. destruct Ee as [[Ex Ey] _].
  destruct (body b s x y empty l) as [[A C]|] eqn:Eb; [|discriminate]. inversion E; subst c.
  destruct (body_ok s x y empty l A C Hs Eb) as [B1 [B2 [B3 [B4 [_ [B6 B7]]]]]]; [nsets | exact Ex |].
  repeat split; auto; cbn; apply end_ok_ende; auto.
Qed.
End Sound.
