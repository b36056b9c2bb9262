(* Rules C, F and D: a line that the checker accepts makes a valid claim of valid ones. Excuses are those of Claims.v, the
   reversals first, in the order of the line, and the kills behind them. *)
Require Import Bool List NArith Lia FMapPositive.
From Mustplay Require Import Claims Sets SetLaws Checker Chains Paths Captured Bodies.
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
Let all_ok := all_ok b good.
Notation J := (J b).
Notation ende := (ende b).
Notation valid := (valid b).
Notation store_ok := (store_ok b).

(* Cases. *)
Definition answer_ok x y (g : set) (a : N * (set * set)) :=
  let (r, AC) := a in let (A, C) := AC in
  mem all r = true /\ WS (J x y) (mem A) (mem C) /\ disj (mem A) (mem C) /\ sub (mem A) (mem all) /\ sub (mem C) (mem all) /\
  mem A r = true.
Lemma answers_ok s x y g : store_ok s -> sub (mem g) (mem all) -> end_ok b x = true -> forall l r,
  answers_of b s x y g l = Some r -> Forall (answer_ok x y g) r.
Proof.
  intros Hs Hg Hx. induction l as [|[a i] l IH]; intros r E; cbn [answers_of] in E; [inversion E; constructor|].
  destruct (is_cell b a) eqn:Ea; [|discriminate]. apply (is_cell_all b good) in Ea.
  destruct (body b s x y (plus1 g a) i) as [[A C]|] eqn:Eb; [|discriminate].
  destruct (answers_of b s x y g l) as [t|]; [|discriminate]. inversion E; subst r. constructor; auto.
  destruct (body_ok b good s x y (plus1 g a) i A C Hs Eb) as [B1 [B2 [B3 [B4 [B5 _]]]]].
  { intros c. rewrite mem_plus1, orb_true_iff, N.eqb_eq. intros [?| <-]; auto. }
  { exact Hx. }
  cbn. repeat split; auto. apply B5. rewrite mem_plus1, N.eqb_refl. apply orb_true_r.
Qed.
Lemma mem_folded {Y} (f : Y -> set) (l : list Y) base c :
  mem (fold_right (fun a s => union s (f a)) base l) c = true <-> mem base c = true \/ exists a, In a l /\ mem (f a) c = true.
Proof.
  induction l as [|a l IH]; cbn [fold_right In]; [firstorder|]. rewrite mem_union, orb_true_iff, IH. split.
  - intros [[?|[a0 [? ?]]]|?]; eauto.
  - intros [?|[a0 [[->|?] ?]]]; eauto.
Qed.
Lemma mem_common {Y} (f : Y -> set) (l : list Y) base c :
  mem base c = true -> (forall a, In a l -> mem (f a) c = true) -> mem (fold_right (fun a s => inter s (f a)) base l) c = true.
Proof.
  intros Hb. induction l as [|a l IH]; cbn [fold_right In]; intros Ha; auto. rewrite mem_inter, IH, Ha; auto.
Qed.
Definition exc_rev C (e : N * list N) := Claims.Build_exc N true (fst e) (mem (inter (set_of (snd e)) C)).
Definition exc_kill C (e : N * list N) := Claims.Build_exc N false (fst e) (mem (inter (set_of (snd e)) C)).
Notation excuse := (Claims.excuse N N.eqb).
Notation rev := (Claims.rev N). Notation ex := (Claims.ex N). Notation by_ := (Claims.by_ N).
Lemma reversals_fine x y A C : disj (mem A) (mem C) -> sub (mem A) (mem all) -> sub (mem C) (mem all) -> ende A x -> ende A y ->
  WF (J x y) (mem A) (mem C) -> forall l earlier,
  (forall e, In e l -> mem C (fst e) = true) ->
  reversals_ok b x y A C earlier l = true ->
  Forall (fun e => excuse (J x y) (mem A) (mem C) e /\ mem C (by_ e) = true /\ ex e (by_ e) = false) (map (exc_rev C) l) /\
  ForallOrdPairs (fun e e' => rev e' = true -> ex e' (by_ e) = false) (map (exc_rev C) l) /\
  Forall (fun e => disj (mem earlier) (ex e)) (map (exc_rev C) l).
Proof.
  intros Hd HA HC Ex Ey HW. induction l as [|[k m] l IH]; intros earlier Hk E; [repeat constructor|].
  cbn [reversals_ok] in E. set (M := inter (set_of m) C) in *. rewrite !lazy_and, !andb_true_iff, !negb_true_iff in E.
  destruct E as [[[E1 E2] E3] E4]. apply meet_no in E2.
  assert (Ck : mem C k = true) by (apply (Hk (k, m)); cbn; auto).
  destruct (IH (plus1 earlier k)) as [I1 [I2 I3]]; auto; [intros; apply Hk; cbn; auto|].
  split; [|split]; cbn [map].
  - constructor; auto. cbn. split; [|split; auto]. apply (Claims.reverse N N.eqb N.eqb_spec); auto.
    + apply J_mono. + cbn [fst snd]. nsets.
    + cbn [fst snd]. fold M. assert (MC : sub (mem M) (mem C)) by (unfold M; nsets). clearbody M.
      assert (Q : eqs (mem (minus (minus1 C k) M)) (dif (del (mem C) k) (mem M)))
        by (intro c; unfold dif; rewrite mem_minus, mem_del; auto).
      apply (proj1 (capY_ext _ _ _ Q)) with (mem (plus1 A k)) (mem M); [|apply mem_add|intro; auto].
      refine (captured_ok b good false x y _ _ _ E3 _ _ _).
      * repeat split; [| nsets | nsets | nsets]. intros c. rewrite mem_plus1, orb_true_iff, N.eqb_eq. intros [?| <-]; auto.
      * destruct Ex; [left; rewrite mem_plus1; apply orb_true_iff; auto | right; auto].
      * destruct Ey; [left; rewrite mem_plus1; apply orb_true_iff; auto | right; auto].
  - constructor; auto. apply Forall_forall. intros e Ie _. rewrite Forall_forall in I3. specialize (I3 e Ie k). cbn.
    rewrite mem_plus1, N.eqb_refl, orb_true_r in I3. destruct (ex e k); auto. exfalso; auto.
  - constructor; [exact (fun c a b => E2 c b a)|]. apply Forall_impl with (2 := I3). intros e D c Hc. apply D. rewrite mem_plus1, Hc. auto.
Qed.
Lemma kills_fine x y A C : disj (mem A) (mem C) -> sub (mem A) (mem all) -> sub (mem C) (mem all) -> ende A x -> ende A y ->
  WF (J x y) (mem A) (mem C) -> forall l,
  (forall e, In e l -> mem C (fst e) = true) -> kills_ok b x y A C l = true ->
  Forall (fun e => excuse (J x y) (mem A) (mem C) e /\ mem C (by_ e) = true /\ ex e (by_ e) = false) (map (exc_kill C) l).
Proof.
  intros Hd HA HC Ex Ey HW l Hk E. unfold kills_ok in E. rewrite every_eq, forallb_forall in E.
  apply Forall_forall. intros e Ie. apply in_map_iff in Ie. destruct Ie as [[k ms] [<- Ie]].
  specialize (E _ Ie). specialize (Hk _ Ie). cbn [fst] in Hk. cbn in E. set (M := inter (set_of ms) C) in *.
  rewrite every_eq, forallb_forall in E. assert (MC : sub (mem M) (mem C)) by (unfold M; nsets).
  assert (E' : forall m, mem M m = true -> m <> k /\ Checker.dead b x y (plus1 A k) (minus1 (minus1 C k) m) m = true).
  { intros m Hm. specialize (E m). rewrite in_elements, lazy_and, andb_true_iff, negb_true_iff, N.eqb_neq in E. auto. }
  cbn [exc_kill by_ ex fst snd]. fold M. split; [|split; auto].
  - unfold exc_kill. cbn [fst snd]. fold M. apply (Claims.kill N N.eqb N.eqb_spec); auto; [apply J_mono|].
    intros m Hm. destruct (E' m Hm) as [Nm D]. repeat split; auto.
    apply dead_ext with (mem (plus1 A k)) (mem (minus1 (minus1 C k) m)); [|apply mem_add|].
    + apply (dead_ok b good x y _ _ _ D); auto.
      * intros c. rewrite mem_plus1, orb_true_iff, N.eqb_eq. intros [?| <-]; auto.
      * nsets.
      * rewrite mem_plus1. specialize (Hd m). rewrite (MC m Hm) in Hd.
        destruct (N.eqb_spec k m); [congruence|]. destruct (mem A m); auto. exfalso; auto.
      * destruct Ex; [left; rewrite mem_plus1; apply orb_true_iff; auto | right; auto].
      * destruct Ey; [left; rewrite mem_plus1; apply orb_true_iff; auto | right; auto].
    + intro c. rewrite mem_del. unfold Claims.del. rewrite mem_del. auto.
  - destruct (mem M k) eqn:Mk; auto. destruct (E' k Mk). congruence.
Qed.
Lemma FOP_app {Y} (R : Y -> Y -> Prop) l1 l2 : ForallOrdPairs R l1 -> ForallOrdPairs R l2 ->
  (forall a b, In a l1 -> In b l2 -> R a b) -> ForallOrdPairs R (l1 ++ l2).
Proof.
  intros F1 F2 Hab. induction F1 as [|a l1 Fa F1 IH]; cbn [app]; auto. constructor.
  - apply Forall_app. split; auto. apply Forall_forall. intros c Ic. apply Hab; cbn; auto.
  - apply IH. intros; apply Hab; cbn; auto.
Qed.
Lemma FOP_all {Y} (R : Y -> Y -> Prop) l : (forall a b, In a l -> In b l -> R a b) -> ForallOrdPairs R l.
Proof.
  induction l as [|a l IH]; intros HR; constructor.
  - apply Forall_forall. intros c Ic. apply HR; cbn; auto.
  - apply IH. intros; apply HR; cbn; auto.
Qed.

(* The order of the reversals does not depend on the threat. *)
Lemma rev_order x y A C : forall l e, reversals_ok b x y A C e l = true ->
  ForallOrdPairs (fun e e' => rev e' = true -> ex e' (by_ e) = false) (map (exc_rev C) l).
Proof.
  assert (G : forall k l e, mem e k = true -> reversals_ok b x y A C e l = true ->
    Forall (fun e => mem (inter (set_of (snd e)) C) k = false) l).
  { intro k. induction l as [|[k' m'] l IH]; intros e Hk E; constructor; cbn [reversals_ok] in E; rewrite !lazy_and, !andb_true_iff, !negb_true_iff in E;
    destruct E as [[[E1 E2] E3] E4].
    - cbn [snd]. apply meet_no in E2. specialize (E2 k). destruct (mem (inter (set_of m') C) k); auto. exfalso; auto.
    - apply IH with (plus1 e k'); auto. rewrite mem_plus1, Hk. auto. }
  induction l as [|[k m] l IH]; intros e E; [constructor|].
  cbn [reversals_ok] in E. rewrite !lazy_and, !andb_true_iff in E. destruct E as [_ E]. cbn [map]. constructor; [|eapply IH; eauto].
  apply (G k) in E; [|rewrite mem_plus1, N.eqb_refl; apply orb_true_r].
  apply Forall_forall. intros e' Ie _. apply in_map_iff in Ie. destruct Ie as [[k' m'] [<- Ie]]. rewrite Forall_forall in E.
  apply (E _ Ie).
Qed.
Theorem cases_ok s x y plus answers revs kills c : store_ok s ->
  Checker.cases b s x y plus answers revs kills = Some c -> valid c.
Proof.
  intros Hs E. unfold Checker.cases in E. set (g := set_of plus) in *.
  destruct (answers_of b s x y g answers) as [l|] eqn:El; [|discriminate].
  set (A := union (union g (union (end_set b x) (end_set b y)))
      (fold_right (fun a s => union s (minus1 (fst (snd a)) (fst a)))  empty l)) in *.
  set (ks := set_of (map fst revs ++ map fst kills)) in *.
  set (rs := set_of (map fst l)) in *.
  set (C := minus (fold_right (fun a s => union s (need a)) ks l) A) in *.
  set (common := fold_right (fun a s => inter s (need a)) C l) in *.
  set (excused := fold_right (fun e s => union s (set_of (snd e))) empty (revs ++ kills)) in *.
  rewrite !lazy_and in E. match type of E with (if ?b0 then _ else _) = _ => destruct b0 eqn:B; [|discriminate] end.
  inversion E; subst c. clear E. rewrite !andb_true_iff in B.
  destruct B as [[[[[[[[Bx By] Bg] Bl] Bm] Br] Bk] Bc] _].
  apply within_ok in Bg, Bc. rewrite negb_true_iff in Bm, Bl. apply meet_no in Bm.
  assert (Hg : sub (mem g) (mem all)) by nsets. assert (Hks : sub (mem ks) (mem all)) by nsets.
  assert (AO := answers_ok s x y g Hs Hg Bx _ _ El). rewrite Forall_forall in AO.
  assert (Sx := end_set_all b good x). assert (Sy := end_set_all b good y).
  assert (HA : sub (mem A) (mem all)).
  { intros c Hc. unfold A in Hc. rewrite mem_union, orb_true_iff in Hc. destruct Hc as [Hc|Hc].
    - rewrite !mem_union, !orb_true_iff in Hc. destruct Hc as [?|[?|?]]; auto.
    - apply mem_folded in Hc. destruct Hc as [Hc|[[r [Ai Ci]] [Ia Hc]]]; [rewrite mem_empty in Hc; discriminate|].
      destruct (AO _ Ia) as [_ [_ [_ [Sa _]]]]. cbn [fst snd] in Hc. rewrite mem_minus1 in Hc. apply Sa. destruct (mem Ai c); auto. }
  assert (InC : forall c, mem C c = true <-> (mem ks c = true \/ exists a, In a l /\ mem (need a) c = true) /\ mem A c = false).
  { intro c. unfold C. rewrite mem_minus, andb_true_iff, negb_true_iff. rewrite (mem_folded need). tauto. }
  assert (HC : sub (mem C) (mem all)).
  { intros c Hc. apply InC in Hc. destruct Hc as [[Hc|[[r [Ai Ci]] [Ia Hc]]] _]; auto.
    destruct (AO _ Ia) as [_ [_ [_ [Sa [Sc _]]]]]. unfold need in Hc. cbn [fst snd] in Hc.
    rewrite mem_union, orb_true_iff in Hc. destruct Hc; auto. }
  assert (Hd : disj (mem A) (mem C)) by (intros c Ha Hc; apply InC in Hc; destruct Hc; congruence).
  assert (EX : ende A x) by (apply end_ok_ende; auto; unfold A; nsets).
  assert (EY : ende A y) by (apply end_ok_ende; auto; unfold A; nsets).
  assert (Notk : forall c, mem ks c = true \/ mem rs c = true -> mem A c = false).
  { intros c Hc. specialize (Bm c). rewrite mem_union, orb_true_iff in Bm. destruct (mem A c); auto. exfalso. tauto. }
  assert (Hk : forall e, In e (revs ++ kills) -> mem C (fst e) = true).
  { intros e Ie. assert (mem ks (fst e) = true) by (apply in_set_of; rewrite <- map_app; apply in_map; auto).
    apply InC. split; auto. }
  assert (Hans : forall a, In a l -> mem C (fst a) = true /\ mem (inter (need a) C) (fst a) = true /\
     WS (J x y) (add (mem A) (fst a)) (mem (inter (need a) C))).
  { intros [r [Ai Ci]] Ia. destruct (AO _ Ia) as [Ar [Aw [Ad [Sa [Sc Air]]]]]. cbn [fst snd].
    assert (Cr : mem C r = true).
    { apply InC. split.
      - right. exists (r, (Ai, Ci)). split; auto. unfold need. cbn [fst snd]. rewrite mem_union, Air. auto.
      - apply Notk. right. apply in_set_of. change r with (fst (r, (Ai, Ci))). apply in_map. auto. }
    split; auto. split.
    - unfold need. cbn [fst snd]. rewrite mem_inter, mem_union, Air, Cr. auto.
    - apply (Claims.WS_mono N N.eqb N.eqb_spec) with (mem Ai) (mem Ci); auto; [apply J_mono | |].
      + intros c Hc. unfold Claims.add. destruct (N.eqb_spec r c); auto. cbn [orb]. unfold A. rewrite mem_union, orb_true_iff. right.
        apply mem_folded. right. exists (r, (Ai, Ci)). split; auto. cbn [fst snd]. rewrite mem_minus1, Hc.
        destruct (N.eqb_spec r c); [congruence | auto].
      + intros c Hc. unfold uni, Claims.add. rewrite mem_inter. destruct (mem A c) eqn:Ac; [rewrite orb_true_r; auto|].
        assert (Nc : mem (need (r, (Ai, Ci))) c = true) by (unfold need; cbn [fst snd]; rewrite mem_union, Hc; apply orb_true_r).
        rewrite Nc. cbn [andb]. assert (mem C c = true) as ->; [|apply orb_true_r]. apply InC. split; auto. right. eauto. }
  split; [|repeat split; auto].
  apply (Claims.cases N N.eqb N.eqb_spec (J x y) (J_mono b x y) (mem A) (mem C)
    (map (fun a => (fst a, mem (inter (need a) C))) l) (map (exc_rev C) revs ++ map (exc_kill C) kills)); auto.
  - intro Z. apply map_eq_nil in Z. subst l. discriminate.
  - apply Forall_forall. intros a Ia. apply in_map_iff in Ia. destruct Ia as [a0 [<- Ib]]. cbn [fst snd].
    destruct (Hans a0 Ib) as [? [? ?]]. repeat split; auto. intros c Hc. rewrite mem_inter in Hc. destruct (mem C c); auto.
    rewrite andb_false_r in Hc. auto.
  - intro HW. apply Forall_app. split.
    + apply (reversals_fine x y A C Hd HA HC EX EY HW revs empty); auto. intros e Ie. apply Hk. apply in_or_app. auto.
    + apply kills_fine; auto. intros e Ie. apply Hk. apply in_or_app. auto.
  - apply FOP_app.
    + apply rev_order with (1 := Br).
    + apply FOP_all. intros a c _ Ic. apply in_map_iff in Ic. destruct Ic as [e [<- _]]. discriminate.
    + intros a c _ Ic. apply in_map_iff in Ic. destruct Ic as [e [<- _]]. discriminate.
  - intros m Hm. rewrite Forall_forall in Hm.
    assert (Cm : mem C m = true).
    { destruct l as [|a l']; [discriminate|]. specialize (Hm (fst a, mem (inter (need a) C)) (or_introl eq_refl)).
      cbn [snd] in Hm. rewrite mem_inter, andb_true_iff in Hm. tauto. }
    assert (Em : mem excused m = true).
    { apply Bc. apply (mem_common need); auto. intros a Ia.
      specialize (Hm (fst a, mem (inter (need a) C))). cbn [snd] in Hm.
      assert (In (fst a, mem (inter (need a) C)) (map (fun a => (fst a, mem (inter (need a) C))) l)) as I1
        by (apply (in_map (fun a => (fst a, mem (inter (need a) C)))); auto).
      specialize (Hm I1). rewrite mem_inter, andb_true_iff in Hm. tauto. }
    apply (mem_folded (fun e : N * list N => set_of (snd e))) in Em. destruct Em as [Em|[e [Ie Em]]]; [rewrite mem_empty in Em; discriminate|].
    apply Exists_exists. apply in_app_or in Ie. destruct Ie as [Ie|Ie].
    + exists (exc_rev C e). split; [apply in_or_app; left; apply in_map; auto|]. cbn. rewrite mem_inter, Em, Cm. auto.
    + exists (exc_kill C e). split; [apply in_or_app; right; apply in_map; auto|]. cbn. rewrite mem_inter, Em, Cm. auto.
Qed.

(* Fill and drop. *)
Definition ok x y (A C : set) := WS (J x y) (mem A) (mem C) /\ disj (mem A) (mem C) /\
  sub (mem A) (mem all) /\ sub (mem C) (mem all) /\ ende A x /\ ende A y.
Lemma fills_ok x y : forall l A C A' C', ok x y A C -> fills b x y A C l = Some (A', C') -> ok x y A' C'.
Proof.
  induction l as [|m l IH]; intros A C A' C' HO E; cbn [fills] in E; [inversion E; subst; auto|].
  set (S := set_of m) in *. set (A1 := minus A S) in *. set (F := minus C S) in *.
  rewrite !lazy_and in E. match type of E with (if ?b0 then _ else _) = _ => destruct b0 eqn:B; [|discriminate] end.
  apply IH with (2 := E). rewrite !andb_true_iff, !negb_true_iff in B. destruct B as [[[B1 B2] B3] B4]. apply within_ok in B1.
  destruct HO as [HW [Hd [HA [HC [Ex Ey]]]]].
  assert (Ex1 : ende A1 x) by (destruct Ex as [K0|K0]; [left; unfold A1; rewrite mem_minus, B2, K0; auto | right; auto]).
  assert (Ey1 : ende A1 y) by (destruct Ey as [K0|K0]; [left; unfold A1; rewrite mem_minus, B3, K0; auto | right; auto]).
  assert (XX : capX (J x y) (mem F) (mem A1) (mem S)).
  { apply (captured_ok b good true x y _ _ _ B4); auto. unfold A1, F. repeat split; nsets. }
  split; [|repeat split; auto; unfold A1, F; nsets].
  apply (Claims.WS_mono N N.eqb N.eqb_spec) with (mem A1) (uni (mem F) (mem S)); [apply J_mono | | nsets | nsets].
  apply (Claims.fill N N.eqb N.eqb_spec); auto; [apply J_mono | unfold A1, F; nsets |].
  apply (Claims.WS_mono N N.eqb N.eqb_spec) with (mem A) (mem C); auto; [apply J_mono | unfold A1; nsets | unfold A1, F; nsets].
Qed.
Lemma drops_ok x y : forall l A C A' C', ok x y A C -> drops b x y A C l = Some (A', C') -> ok x y A' C'.
Proof.
  induction l as [|m l IH]; intros A C A' C' HO E; cbn [drops] in E; [inversion E; subst; auto|].
  set (S := inter (set_of m) C) in *. set (F := minus C S) in *.
  match type of E with (if ?b0 then _ else _) = _ => destruct b0 eqn:B; [|discriminate] end.
  apply IH with (2 := E). destruct HO as [HW [Hd [HA [HC [Ex Ey]]]]].
  assert (SC : sub (mem S) (mem C)) by (unfold S; nsets). clearbody S.
  assert (XX : capY (J x y) (mem F) (mem A) (mem S)).
  { apply (captured_ok b good false x y _ _ _ B); auto. unfold F. repeat split; nsets. }
  split; [|repeat split; auto; unfold F; nsets].
  apply (Claims.drop N N.eqb N.eqb_spec) with (mem S); auto; [apply J_mono | unfold F; nsets |].
  apply (Claims.WS_mono N N.eqb N.eqb_spec) with (mem A) (mem C); auto; [apply J_mono | unfold F; nsets | unfold F; nsets].
Qed.
Lemma fill_or_drop_ok f s k t plus sets c : store_ok s ->
  (forall x y l A C A' C', ok x y A C -> f x y A C l = Some (A', C') -> ok x y A' C') ->
  fill_or_drop b f s k t plus sets = Some c -> valid c.
Proof.
  intros Hs Hf E. unfold fill_or_drop in E. destruct (get b s k t) as [d|] eqn:Ed; [|discriminate].
  destruct (Hs _ _ _ Ed) as [HW [Hd [HA [HC [Ex Ey]]]]].
  destruct (within (set_of plus) all) eqn:Ew; [|discriminate]. apply within_ok in Ew. set (g := set_of plus) in *.
  destruct (f (cx d) (cy d) (union (cA d) g) (minus (cC d) g) sets) as [[A C]|] eqn:Ef; [|discriminate]. inversion E; subst c.
  apply (Hf _ _ _ _ _ _ _) with (2 := Ef). split; [|repeat split; try nsets].
  - apply (Claims.WS_mono N N.eqb N.eqb_spec) with (mem (cA d)) (mem (cC d)); auto; [apply J_mono | nsets | nsets].
  - destruct Ex as [K0|K0]; [left; rewrite mem_union, K0; auto | right; auto].
  - destruct Ey as [K0|K0]; [left; rewrite mem_union, K0; auto | right; auto].
Qed.
End Sound.
