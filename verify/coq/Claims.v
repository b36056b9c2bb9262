(* What a claim <A | C> says, and why each rule of docs/PROOFS.md is sound. Any monotone goal g stands in place of "x
   and y are joined". X owns A, the cells of C are free, all others are Y's. WS g A C: X reaches the goal moving
   second; WF g A C: moving
   first. Both are least fixed points, so that every proof is an induction on how X wins.

   series         S, and bodies         fill           F (capX is cap_X)
   kill, reverse  excuses of C          drop           D (capY is cap_Y)
   cases          C                     dead_fill, dead_drop   a dead cell
   P is series of its pairs; why they join is in Pairing.v.

   Sets are functions to bool; nothing here needs classical logic, finiteness or equality of functions. *)
Require Import Bool List.
Import ListNotations.

Section Game.
Variable cell : Type.
Variable eqb : cell -> cell -> bool.
Hypothesis eqb_spec : forall x y, reflect (x = y) (eqb x y).

Definition cset := cell -> bool.
Definition sub (S T : cset) := forall c, S c = true -> T c = true.
Definition add (S : cset) m : cset := fun c => eqb m c || S c.
Definition del (S : cset) m : cset := fun c => negb (eqb m c) && S c.
Definition uni (S T : cset) : cset := fun c => S c || T c.
Definition dif (S T : cset) : cset := fun c => S c && negb (T c).
Definition emp : cset := fun _ => false.
Definition disj (S T : cset) := forall c, S c = true -> T c = true -> False.
Definition goal := cset -> Prop.
Definition mono (g : goal) := forall S T, sub S T -> g S -> g T.

(* Truth tables: every hypothesis about all cells is used at the cell in question. *)
Ltac atoms :=
  repeat match goal with
  | H : context [eqb ?a ?b] |- _ => destruct (eqb_spec a b); [subst|]; cbn in *; try congruence
  | |- context [eqb ?a ?b] => destruct (eqb_spec a b); [subst|]; cbn in *; try congruence
  end;
  repeat match goal with
  | H : ?S ?c = true |- context [?S ?c] => rewrite H; cbn; try congruence
  | H : ?S ?c = false |- context [?S ?c] => rewrite H; cbn; try congruence
  | |- context [?S ?c] => is_var S; match type of (S c) with bool => destruct (S c) eqn:?; cbn in *; try congruence end
  | H : context [?S ?c], E : ?S ?c = true |- _ => lazymatch type of H with S c = true => fail | _ => rewrite E in H; cbn in H; try congruence end
  | H : context [?S ?c], E : ?S ?c = false |- _ => lazymatch type of H with S c = false => fail | _ => rewrite E in H; cbn in H; try congruence end
  | H : context [?S ?c] |- _ => is_var S; match type of (S c) with bool => lazymatch type of H with S c = _ => fail | _ => destruct (S c) eqn:?; cbn in *; try congruence end end
  end; try congruence; try tauto; auto.
Ltac spec c := repeat match goal with
  | H : sub _ _ |- _ => unfold sub in H; specialize (H c)
  | H : disj _ _ |- _ => unfold disj in H; specialize (H c)
  | H : forall x : cell, _ = _ |- _ => specialize (H c)
  | H : forall x : cell, _ = _ -> _ = _ |- _ => specialize (H c) end.
Ltac sets := solve [try red; let c := fresh "c" in intro c; intros; spec c;
  unfold sub, add, del, uni, dif, emp, disj in *; cbn in *; atoms].

Inductive WS (g : goal) : cset -> cset -> Prop :=
| WS_done A C : g A -> WS g A C
| WS_step A C : (forall m, WF g A (del C m)) -> WS g A C
with WF (g : goal) : cset -> cset -> Prop :=
| WF_pass A C : WS g A C -> WF g A C
| WF_move A C r : C r = true -> WS g (add A r) (del C r) -> WF g A C.
Scheme WS_i := Induction for WS Sort Prop with WF_i := Induction for WF Sort Prop.
Scheme WS_m := Minimality for WS Sort Prop with WF_m := Minimality for WF Sort Prop.
Combined Scheme W_ind from WS_m, WF_m.

(* MONOTONE *)
Lemma W_mono g (Hg : mono g) :
  (forall A C, WS g A C -> forall A' C', sub A A' -> sub C (uni A' C') -> WS g A' C') /\
  (forall A C, WF g A C -> forall A' C', sub A A' -> sub C (uni A' C') -> WF g A' C').
Proof.
  apply W_ind; intros.
  - apply WS_done. eapply Hg; eauto.
  - apply WS_step. intro m. apply (H0 m); auto. sets.
  - apply WF_pass; auto.
  - destruct (A' r) eqn:E.
    + apply WF_pass. apply H1; sets.
    + apply WF_move with r; [spec r; unfold uni in *; rewrite E in *; auto|].
      apply H1; sets.
Qed.
Lemma WS_mono g A C A' C' : mono g -> WS g A C -> sub A A' -> sub C (uni A' C') -> WS g A' C'.
Proof. intros Hg. intros. eapply (proj1 (W_mono g Hg)); eauto. Qed.
Lemma WF_mono g A C A' C' : mono g -> WF g A C -> sub A A' -> sub C (uni A' C') -> WF g A' C'.
Proof. intros Hg. intros. eapply (proj2 (W_mono g Hg)); eauto. Qed.
Lemma WS_WF_del g A C m : mono g -> WS g A C -> WF g A (del C m).
Proof. intros Hg H. inversion H; subst; auto. apply WF_pass, WS_done; auto. Qed.

(* Only full boards between A and A + C matter. *)
Lemma W_goal (g h : goal) A0 C0 : (forall T, sub A0 T -> sub T (uni A0 C0) -> g T -> h T) ->
  (forall A C, WS g A C -> sub A0 A -> sub (uni A C) (uni A0 C0) -> WS h A C) /\
  (forall A C, WF g A C -> sub A0 A -> sub (uni A C) (uni A0 C0) -> WF h A C).
Proof.
  intro Hgh. apply W_ind; intros.
  - apply WS_done. apply Hgh; auto. sets.
  - apply WS_step. intro m. apply H0; auto. sets.
  - apply WF_pass; auto.
  - apply WF_move with r; auto. apply H1; sets.
Qed.
Lemma WS_goal (g h : goal) A C : (forall T, sub A T -> sub T (uni A C) -> g T -> h T) -> WS g A C -> WS h A C.
Proof. intros. eapply (proj1 (W_goal g h A C H)); eauto; sets. Qed.
Lemma WF_goal (g h : goal) A C : (forall T, sub A T -> sub T (uni A C) -> g T -> h T) -> WF g A C -> WF h A C.
Proof. intros. eapply (proj2 (W_goal g h A C H)); eauto; sets. Qed.
Definition shift (g : goal) S : goal := fun T => g (uni T S).
Lemma shift_mono g S : mono g -> mono (shift g S).
Proof. intros Hg T U HT. apply Hg. sets. Qed.
Lemma W_shift g (Hg : mono g) S :
  (forall A C, WS g A C -> forall A', sub A (uni A' S) -> WS (shift g S) A' C) /\
  (forall A C, WF g A C -> forall A', sub A (uni A' S) -> WF (shift g S) A' C).
Proof.
  apply W_ind; intros.
  - apply WS_done. red. eapply Hg; eauto.
  - apply WS_step. intro m. apply H0; auto.
  - apply WF_pass; auto.
  - apply WF_move with r; auto. apply H1; sets.
Qed.

(* SERIES of two claims. *)
Definition both (g h : goal) : goal := fun T => g T /\ h T.
Lemma both_mono g h : mono g -> mono h -> mono (both g h).
Proof. intros Hg Hh S T HS [? ?]; split; eauto. Qed.
Lemma W_both g h (Hg : mono g) (Hh : mono h) :
  (forall A C, WS g A C -> forall A' D, sub A A' -> disj C D -> WS h A' D -> WS (both g h) A' (uni C D)) /\
  (forall A C, WF g A C -> forall A' D, sub A A' -> disj C D -> WS h A' D -> WF (both g h) A' (uni C D)).
Proof.
  assert (Hb := both_mono g h Hg Hh). apply W_ind; intros.
  - apply WS_mono with A' D; auto; try sets. apply WS_goal with h; auto. intros T HT _ HhT. split; auto.
    apply Hg with A; auto. sets.
  - assert ((forall A' D, WS h A' D -> sub A A' -> disj C D -> WS (both g h) A' (uni C D)) /\
            (forall A' D, WF h A' D -> sub A A' -> disj C D -> WF (both g h) A' (uni C D))) as [HS _]; [|apply HS; auto].
    clear A' D H1 H2 H3. apply W_ind; intros.
    + apply WS_mono with A0 C; auto; try sets. apply WS_goal with g.
      * intros T HT _ HgT. split; auto. apply Hh with A0; auto.
      * apply WS_mono with A C; auto; [apply WS_step; auto | sets].
    + apply WS_step. intro m. destruct (C0 m) eqn:E.
      * apply WF_mono with A0 (uni C (del C0 m)); auto; [apply H2; auto; sets | sets | sets].
      * apply WF_mono with A0 (uni (del C m) C0); auto; [apply H0; auto; [sets | apply WS_step; auto] | sets | sets].
    + apply WF_pass; auto.
    + apply WF_move with r; [unfold uni; rewrite H1; apply orb_true_r|].
      apply WS_mono with (add A0 r) (uni C (del C0 r)); auto; [apply H3; sets | sets | sets].
  - apply WF_pass; auto.
  - apply WF_move with r; [unfold uni; rewrite H; auto|].
    apply WS_mono with (add A' r) (uni (del C r) D); auto; [| sets | sets].
    apply H1; [sets | sets |]. apply WS_mono with A' D; auto; sets.
Qed.
Theorem series g h A B C D E : mono g -> mono h -> WS g A C -> WS h B D -> sub A E -> sub B E ->
  disj (dif C E) (dif D E) -> WS (both g h) E (uni (dif C E) (dif D E)).
Proof.
  intros Hg Hh HA HB SA SB Hd. eapply (proj1 (W_both g h Hg Hh)); [|intros c Hc; exact Hc| |].
  - apply WS_mono with A C; auto. sets.
  - auto.
  - apply WS_mono with B D; auto. sets.
Qed.

(* DEAD: m makes no difference to any completion between A and A + F. *)
Definition dead (g : goal) (A F : cset) m := forall T, sub A T -> sub T (uni A F) -> g (add T m) -> g T.
Lemma dead_more g A F m A' F' : dead g A F m -> sub A A' -> sub (uni A' F') (uni A F) -> dead g A' F' m.
Proof. intros H HA HF T H1 H2. apply H; sets. Qed.
Lemma dead_fill g A F m : mono g -> dead g A F m ->
  (WS g (add A m) F -> WS g A F) /\ (WF g (add A m) F -> WF g A F).
Proof.
  intros Hg Hd. split; intro H.
  - apply WS_goal with (shift g (add emp m)).
    + intros T H1 H2 H3. apply Hd; auto. apply Hg with (uni T (add emp m)); auto. sets.
    + apply (proj1 (W_shift g Hg (add emp m)) _ _ H). sets.
  - apply WF_goal with (shift g (add emp m)).
    + intros T H1 H2 H3. apply Hd; auto. apply Hg with (uni T (add emp m)); auto. sets.
    + apply (proj2 (W_shift g Hg (add emp m)) _ _ H). sets.
Qed.
(* A dead cell leaves the carrier. *)
Lemma dead_drop g A F m D : mono g -> dead g A F m -> sub D (uni A (add F m)) ->
  (WS g A D -> WS g A F) /\ (WF g A D -> WF g A F).
Proof.
  intros Hg Hd HD. split; intro H; apply (dead_fill g A F m Hg Hd).
  - apply WS_mono with A D; auto; sets.
  - apply WF_mono with A D; auto; sets.
Qed.

(* CAPTURED for X: S may be X's stones while it is only free. *)
Inductive capX (g : goal) (F : cset) : cset -> cset -> Prop :=
| capX_nil A S : sub S emp -> capX g F A S
| capX_dead A S d : S d = true -> dead g A (uni F (del S d)) d -> capX g F A (del S d) -> capX g F A S
| capX_step A S m : S m = true -> (forall m, S m = true -> capXm g F A S m) -> capX g F A S
with capXm (g : goal) (F : cset) : cset -> cset -> cell -> Prop :=
| capXm_answer A S m k : dead g (uni A (del S m)) F m -> del S m k = true ->
    capX g F (add A k) (del (del S m) k) -> capXm g F A S m.
Scheme capX_i := Minimality for capX Sort Prop with capXm_i := Minimality for capXm Sort Prop.
Combined Scheme cap_X_ind from capX_i, capXm_i.

Lemma cap_X g (Hg : mono g) F :
  (forall A S, capX g F A S -> disj (uni A F) S -> forall A' F', sub A A' -> sub (uni A' F') (uni A F) ->
     WS (shift g S) A' F' -> WS g A' (uni F' S)) /\
  (forall A S m, capXm g F A S m -> S m = true -> disj (uni A F) S -> forall A' F', sub A A' ->
     sub (uni A' F') (uni A F) -> WS (shift g S) A' F' ->
     exists k, S k = true /\ k <> m /\ WS g (add A' k) (uni F' (del (del S m) k))).
Proof.
  apply cap_X_ind.
  - intros A S HS _ A' F' HA HF H. apply WS_mono with A' F'; auto; try sets.
    apply WS_goal with (shift g S); auto. intros T _ _ HT. apply Hg with (uni T S); auto. sets.
  - intros A S d Sd Hd _ IH Hdj A' F' HA HF H. apply WS_mono with A' (uni F' (del S d)); auto; try sets.
    apply IH; auto; [sets|]. apply WS_goal with (shift g S); auto.
    intros T H1 H2 HT. apply Hd; [sets | sets |]. apply Hg with (uni T S); auto. sets.
  - intros A S m0 S0 HS IH Hdj A' F' HA HF H.
    assert ((forall A' F', WS (shift g S) A' F' -> sub A A' -> sub (uni A' F') (uni A F) -> WS g A' (uni F' S)) /\
            (forall A' F', WF (shift g S) A' F' -> sub A A' -> sub (uni A' F') (uni A F) -> WF g A' (uni F' S)))
      as [HW _]; [|apply HW; auto].
    clear A' F' HA HF H. apply W_ind.
    + intros A' F' Hdone HA HF. apply WS_step. intro m.
      destruct (S m) eqn:E.
      * destruct (IH m E E Hdj A' emp) as [k [Sk [km HW]]]; [auto | sets | apply WS_done; auto |].
        apply WF_move with k; [unfold del, uni; destruct (eqb_spec m k); [congruence|]; rewrite Sk; cbn; apply orb_true_r|].
        apply WS_mono with (add A' k) (uni emp (del (del S m) k)); auto; sets.
      * destruct (IH m0 S0 S0 Hdj A' emp) as [k [Sk [km HW]]]; [auto | sets | apply WS_done; auto |].
        apply WF_move with k; [unfold del, uni; destruct (eqb_spec m k); [congruence|]; rewrite Sk; cbn; apply orb_true_r|].
        apply WS_mono with (add A' k) (uni emp (del (del S m0) k)); auto; sets.
    + intros A' F' Hs IHs HA HF. apply WS_step. intro m. destruct (S m) eqn:E.
      * destruct (IH m E E Hdj A' F' HA HF) as [k [Sk [km HW]]]; [apply WS_step; auto|].
        apply WF_move with k; [unfold del, uni; destruct (eqb_spec m k); [congruence|]; rewrite Sk; cbn; apply orb_true_r|].
        apply WS_mono with (add A' k) (uni F' (del (del S m) k)); auto; sets.
      * apply WF_mono with A' (uni (del F' m) S); auto; try sets. apply IHs; auto. sets.
    + intros. apply WF_pass; auto.
    + intros A' F' r Hr _ IHr HA HF. apply WF_move with r; [unfold uni; rewrite Hr; auto|].
      apply WS_mono with (add A' r) (uni (del F' r) S); auto; try sets. apply IHr; sets.
  - intros A S m k Hd Hk _ IH Sm Hdj A' F' HA HF H. exists k.
    split; [|split]; [unfold del in Hk; destruct (S k), (eqb m k); cbn in *; congruence |
                      intro; subst; unfold del in Hk; destruct (eqb_spec m m); cbn in *; congruence|].
    apply IH; [sets | sets | sets |].
    apply WS_goal with (shift g S).
    + intros T H1 H2 HT. unfold shift in *.
      apply (Hg (uni T (del S m))); [sets|].
      apply Hd; [sets | sets |]. eapply Hg; [|exact HT]. sets.
    + apply WS_mono with A' F'; [apply shift_mono; auto | auto | sets | sets].
Qed.
(* FILL. *)
Theorem fill g A F S : mono g -> capX g F A S -> disj (uni A F) S -> WS g (uni A S) F -> WS g A (uni F S).
Proof.
  intros Hg Hc Hd H. apply (proj1 (cap_X g Hg F) A S Hc); auto; try sets.
  apply (proj1 (W_shift g Hg S) _ _ H). sets.
Qed.

(* CAPTURED for Y: S may leave the carrier. *)
Inductive capY (g : goal) (F : cset) : cset -> cset -> Prop :=
| capY_nil A S : sub S emp -> capY g F A S
| capY_dead A S d : S d = true -> dead g A (uni F (del S d)) d -> capY g F A (del S d) -> capY g F A S
| capY_step A S : (forall m, S m = true -> capYm g F A S m) -> capY g F A S
with capYm (g : goal) (F : cset) : cset -> cset -> cell -> Prop :=
| capYm_answer A S m k : dead g A F m -> del S m k = true ->
    capY g F (add A m) (del (del S m) k) -> capYm g F A S m.
Scheme capY_i := Minimality for capY Sort Prop with capYm_i := Minimality for capYm Sort Prop.
Combined Scheme cap_Y_ind from capY_i, capYm_i.

Definition dropped g F A S := forall A' F' D, sub A A' -> sub (uni A' F') (uni A F) -> sub D (uni A' (uni F' S)) ->
  (WS g A' D -> WS g A' F') /\ (WF g A' D -> WF g A' F').
Lemma cap_Y g (Hg : mono g) F :
  (forall A S, capY g F A S -> disj (uni A F) S -> dropped g F A S) /\
  (forall A S m, capYm g F A S m -> S m = true -> disj (uni A F) S -> dead g A F m /\
     exists k, S k = true /\ k <> m /\ dropped g F (add A m) (del (del S m) k)).
Proof.
  apply cap_Y_ind.
  - intros A S HS _ A' F' D HA HF HD. split; intro H; [apply WS_mono with A' D | apply WF_mono with A' D]; auto; sets.
  - intros A S d Sd Hd _ IH Hdj A' F' D HA HF HD.
    assert (Hd' : dead g A' (uni F' (del S d)) d) by (apply dead_more with A (uni F (del S d)); auto; sets).
    destruct (dead_drop g A' (uni F' (del S d)) d D Hg Hd') as [D1 D2]; [sets|].
    destruct (IH ltac:(sets) A' F' (uni F' (del S d)) HA HF) as [I1 I2]; [sets|]. auto.
  - intros A S _ IH Hdj.
    assert (
      (forall A' D, WS g A' D -> forall F', sub A A' -> sub (uni A' F') (uni A F) -> sub D (uni A' (uni F' S)) -> WS g A' F') /\
      (forall A' D, WF g A' D -> forall F', sub A A' -> sub (uni A' F') (uni A F) -> sub D (uni A' (uni F' S)) -> WF g A' F'))
      as [H1 H2]; [|split; eauto].
    apply W_ind.
    + intros. apply WS_done; auto.
    + intros A' D _ IHs F' HA HF HD. apply WS_step. intro m. apply (IHs m); auto; sets.
    + intros. apply WF_pass. eauto.
    + intros A' D r Dr HW IHr F' HA HF HD.
      destruct (A' r) eqn:Ar; [|destruct (F' r) eqn:Fr].
      * apply WF_pass. apply WS_mono with (add A' r) F'; auto; try sets. apply IHr; sets.
      * apply WF_move with r; auto. apply IHr; sets.
      * assert (Sr : S r = true) by (specialize (HD r Dr); unfold uni in HD; rewrite Ar, Fr in HD; auto).
        destruct (IH r Sr Sr Hdj) as [Hd [k [Sk [kr HK]]]].
        assert (Hd' : dead g A' F' r) by (apply dead_more with A F; auto).
        apply (dead_fill g A' F' r Hg Hd').
        apply (HK (add A' r) F' (del (del D r) k)); [sets | sets | sets |].
        apply WS_WF_del; auto.
  - intros A S m k Hd Hk _ IH Sm Hdj. split; auto. exists k.
    split; [|split]; [unfold del in Hk; destruct (S k), (eqb m k); cbn in *; congruence |
                      intro; subst; unfold del in Hk; destruct (eqb_spec m m); cbn in *; congruence|].
    apply IH. sets.
Qed.
(* DROP. *)
Theorem drop g A F S : mono g -> capY g F A S -> disj (uni A F) S -> WS g A (uni F S) -> WS g A F.
Proof.
  intros Hg Hc Hd H. destruct (proj1 (cap_Y g Hg F) A S Hc Hd A F (uni F S)) as [H1 _]; auto; sets.
Qed.

(* CASES with excuses.  An excuse (k, M) at U, a set of stones that X has won by earlier excuses. *)
Definition good g A C m := WF g A (del C m).
Lemma good_mono g A C A' C' m : mono g -> good g A C m -> sub A A' -> sub C (uni A' C') -> good g A' C' m.
Proof. intros Hg H HA HC. apply WF_mono with A (del C m); auto. sets. Qed.
Record exc := { rev : bool; by_ : cell; ex : cset }.
Definition excuse g (A C : cset) (e : exc) :=
  (forall U, U (by_ e) = true -> (rev e = true -> disj U (ex e)) -> sub U C ->
     forall m, ex e m = true -> good g (uni A U) (dif C U) m) /\
  (forall U, (rev e = true -> disj (add U (by_ e)) (ex e)) -> sub U C ->
     WS g (uni A (add U (by_ e))) (dif C (add U (by_ e))) ->
     forall m, ex e m = true -> good g (uni A U) (dif C U) m).
Lemma excuses g (Hg : mono g) A C : forall l U,
  Forall (fun e => excuse g A C e /\ C (by_ e) = true /\ ex e (by_ e) = false) l ->
  ForallOrdPairs (fun e e' => rev e' = true -> ex e' (by_ e) = false) l ->
  Forall (fun e => rev e = true -> disj U (ex e)) l -> sub U C ->
  (forall m, good g (uni A U) (dif C U) m \/ Exists (fun e => ex e m = true) l) ->
  WS g (uni A U) (dif C U).
Proof.
  induction l as [|[rv k M] l IH]; intros U He Ho Hd HU Hm.
  { apply WS_step. intro m. destruct (Hm m) as [H|H]; [exact H | inversion H]. }
  inversion He as [|? ? [[Ha Hb] [Ck Mk]] Hes]; subst. inversion Ho as [|? ? Ho1 Ho2]; subst.
  inversion Hd as [|? ? Hd1 Hd2]; subst. cbn in *.
  assert (HU' : sub (add U k) C) by sets.
  assert (Hd' : rv = true -> disj (add U k) M) by (intro r; specialize (Hd1 r); sets).
  assert (WS g (uni A (add U k)) (dif C (add U k))) as Hk.
  { apply IH; auto.
    - rewrite Forall_forall in *. intros e Ie r. specialize (Ho1 e Ie r). specialize (Hd2 e Ie r).
      intros c. specialize (Hd2 c). unfold add. destruct (eqb_spec k c); cbn; subst; try congruence; auto.
    - intro m. destruct (Hm m) as [H|H]; [left; apply good_mono with (uni A U) (dif C U); auto; sets|].
      inversion H; subst; auto. left. apply Ha; auto. unfold add. destruct (eqb_spec k k); auto; congruence. }
  apply IH; auto. intro m. destruct (Hm m) as [H|H]; auto. inversion H; subst; auto.
Qed.

(* KILL and REVERSE give excuses, if X has a threat (WF g A C). *)
Lemma good_by g A C U k m : mono g -> sub U C -> C k = true -> k <> m ->
  WS g (uni A (add U k)) (del (dif C (add U k)) m) -> good g (uni A U) (dif C U) m.
Proof.
  intros Hg HU Ck km H. red. destruct (U k) eqn:E.
  - apply WF_pass. apply WS_mono with (uni A (add U k)) (del (dif C (add U k)) m); auto; sets.
  - apply WF_move with k; [unfold del, dif; destruct (eqb_spec m k); [congruence|]; rewrite Ck, E; auto|].
    apply WS_mono with (uni A (add U k)) (del (dif C (add U k)) m); auto; sets.
Qed.
Lemma kill_one g A C k m : mono g -> disj A C -> WF g A C -> C k = true -> k <> m -> C m = true ->
  dead g (add A k) (del (del C k) m) m -> forall U, sub U C ->
  (U k = true -> good g (uni A U) (dif C U) m) /\
  (WS g (uni A (add U k)) (dif C (add U k)) -> good g (uni A U) (dif C U) m).
Proof.
  intros Hg Hdj HW Ck km Cm Hd U HU. split; intro H.
  - red. destruct (U m) eqn:Um.
    + apply WF_mono with A C; auto; sets.
    + apply (dead_drop g (uni A U) (del (dif C U) m) m (dif C U) Hg).
      * apply dead_more with (add A k) (del (del C k) m); auto; sets.
      * sets.
      * apply WF_mono with A C; auto; sets.
  - apply good_by with k; auto. destruct (U m) eqn:Um.
    + apply WS_mono with (uni A (add U k)) (dif C (add U k)); auto; sets.
    + apply (dead_drop g (uni A (add U k)) (del (dif C (add U k)) m) m (dif C (add U k)) Hg).
      * apply dead_more with (add A k) (del (del C k) m); auto; sets.
      * sets.
      * auto.
Qed.
Theorem kill g A C k M : mono g -> disj A C -> WF g A C -> C k = true -> 
  (forall m, M m = true -> C m = true /\ k <> m /\ dead g (add A k) (del (del C k) m) m) ->
  excuse g A C {| rev := false; by_ := k; ex := M |}.
Proof.
  intros Hg Hdj HW Ck HM. split; cbn.
  - intros U Uk _ HU m Hm. destruct (HM m Hm) as [Cm [km Hd]].
    exact (proj1 (kill_one g A C k m Hg Hdj HW Ck km Cm Hd U HU) Uk).
  - intros U _ HU HQ m Hm. destruct (HM m Hm) as [Cm [km Hd]].
    exact (proj2 (kill_one g A C k m Hg Hdj HW Ck km Cm Hd U HU) HQ).
Qed.
Theorem reverse g A C k K : mono g -> disj A C -> WF g A C -> C k = true -> sub K C -> K k = false ->
  capY g (dif (del C k) K) (add A k) K -> excuse g A C {| rev := true; by_ := k; ex := K |}.
Proof.
  intros Hg Hdj HW Ck HK Kk Hc.
  assert (Hd : disj (uni (add A k) (dif (del C k) K)) K) by sets.
  assert (HD := proj1 (cap_Y g Hg _) _ _ Hc Hd). clear Hc.
  split; cbn.
  - intros U Uk UK HU m Hm. specialize (UK eq_refl). red.
    apply WF_mono with (uni A U) (dif (dif C U) K); auto; try sets.
    apply (HD (uni A U) (dif (dif C U) K) (dif C U)); [sets | sets | sets |].
    apply WF_mono with A C; auto; sets.
  - intros U UK HU HQ m Hm. specialize (UK eq_refl).
    apply good_by with k; auto; [intro; congruence|].
    apply WS_mono with (uni A (add U k)) (dif (dif C (add U k)) K); auto; try sets.
    apply (HD (uni A (add U k)) (dif (dif C (add U k)) K) (dif C (add U k))); [sets | sets | sets | auto].
Qed.

(* CASES: answers (r, N): N is what is needed, r included. *)
Theorem cases g (Hg : mono g) A C (answers : list (cell * cset)) (l : list exc) :
  disj A C -> answers <> nil ->
  Forall (fun a => C (fst a) = true /\ snd a (fst a) = true /\ sub (snd a) C /\ WS g (add A (fst a)) (snd a)) answers ->
  (WF g A C -> Forall (fun e => excuse g A C e /\ C (by_ e) = true /\ ex e (by_ e) = false) l) ->
  ForallOrdPairs (fun e e' => rev e' = true -> ex e' (by_ e) = false) l ->
  (forall m, Forall (fun a => snd a m = true) answers -> Exists (fun e => ex e m = true) l) ->
  WS g A C.
Proof.
  intros Hdj Hne Ha He Ho Hm.
  assert (HW : WF g A C).
  { destruct answers as [|[r N] ?]; [congruence|]. inversion Ha as [|? ? [Hr [Hn [HN H]]] _]; subst; cbn in *.
    apply WF_move with r; auto. apply WS_mono with (add A r) N; auto; sets. }
  apply WS_mono with (uni A emp) (dif C emp); auto; try sets.
  apply excuses with l; auto; try sets.
  - rewrite Forall_forall. intros e _ _. sets.
  - intro m. assert (D : forall a : cell * cset, {snd a m = false} + {snd a m <> false})
      by (intro a; destruct (snd a m); auto; right; congruence).
    destruct (Exists_dec (fun a : cell * cset => snd a m = false) answers D) as [E|E].
    + left. apply Exists_exists in E. destruct E as [[r N] [I E]]. rewrite Forall_forall in Ha.
      destruct (Ha _ I) as [Hr [Hn [HN H]]]. cbn in *. red. apply WF_move with r.
      * unfold del, dif, emp. destruct (eqb_spec m r); [congruence|]. rewrite Hr. auto.
      * apply WS_mono with (add A r) N; auto; sets.
    + right. apply Hm. rewrite Forall_forall. intros a I. destruct (snd a m) eqn:E1; auto.
      exfalso. apply E. apply Exists_exists. eauto.
Qed.
End Game.
