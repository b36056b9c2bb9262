(* From claims to the real game. If a valid claim about X's two edges fits a position, X wins that position by the
   definition of Hex.v. The other player may be to move (`real_game`), or X. *)
Require Import Bool List NArith ZArith Lia.
From Mustplay Require Import Hex Triangle HexTheorem Claims Sets SetLaws Checker Chains Paths Captured Board.
Open Scope Z_scope.

(* The chains of Hex.v are paths of one colour on a full board. For Black's chains every cell that is not Black's
   counts as White's, and the other way round. *)
Section Connected.
Variables W H : Z.
Definition is (p : position) i j (c : bool) : bool := match p i j with Some d => Bool.eqb d c | None => false end.
Lemma chain_conn p c d (P : colouring) u v : (forall i j, P i j = d <-> p i j = Some c) ->
  chain W H p c u v <-> conn (rect W H) d P u v.
Proof.
  intro E. split; intro C.
  - induction C as [[B S]|v w C IH A [B S]]; [apply conn_refl | apply conn_step with v]; auto; apply E; auto.
  - induction C as [R S|v w C IH A R S]; [apply chain_one | apply chain_more with v]; auto; (split; [exact R | apply E; auto]).
Qed.
Lemma connected_black p : connected W H true p <-> black W H (fun i j => is p i j true).
Proof.
  assert (E : forall i j, is p i j true = true <-> p i j = Some true).
  { intros i j. unfold is. destruct (p i j) as [[|]|]; cbn; split; congruence. }
  unfold connected, black. split; intros [u [v [C S]]]; exists u, v; split; auto; apply (chain_conn p true true _ u v E); auto.
Qed.
Lemma connected_white p : connected W H false p <-> HexTheorem.white W H (fun i j => negb (is p i j false)).
Proof.
  assert (E : forall i j, negb (is p i j false) = false <-> p i j = Some false).
  { intros i j. unfold is. destruct (p i j) as [[|]|]; cbn; split; congruence. }
  unfold connected, HexTheorem.white. split; intros [u [v [C S]]]; exists u, v; split; auto; apply (chain_conn p false false _ u v E); auto.
Qed.
End Connected.

Section Link.
Context {set table : Type} {X : Sets set table}.
Variables W H : N.
Hypothesis W1 : (0 < W)%N.
Hypothesis H1 : (0 < H)%N.
Variable wh : bool. (* the winner is White *)
Notation me := (negb wh).
Notation nn := (W * H)%N.
Notation b := (board_of W H wh).
Notation nearT := (nearT b).
Notation ZW := (Z.of_N W). Notation ZH := (Z.of_N H).
Notation G := (joins nearT (mem (own b)) (e0 b) (e1 b)).
Definition at_ (p : position) (u : N) := p (fst (pt_of W u)) (snd (pt_of W u)).
Definition stones (p : position) (c : bool) : cset := fun u => (u <? nn)%N && is p (fst (pt_of W u)) (snd (pt_of W u)) c.
Lemma stones_lt p c u : stones p c u = true -> (u < nn)%N.
Proof. unfold stones. rewrite andb_true_iff, N.ltb_lt. tauto. Qed.
Lemma stones_at p c u : (u < nn)%N -> (stones p c u = true <-> at_ p u = Some c).
Proof.
  intro L. unfold stones, at_, is. rewrite (proj2 (N.ltb_lt _ _) L). cbn [andb].
  destruct (p _ _) as [d|]; [|split; discriminate]. rewrite eqb_true_iff. split; congruence.
Qed.
Lemma connected_mine p : connected ZW ZH me p <-> G (stones p me).
Proof.
  unfold joins, own, e1, e0. cbn [Checker.white count board_of]. destruct wh; cbn [negb]; [rewrite connected_white | rewrite connected_black].
  - symmetry. apply white_iff; auto; [|intros u; apply stones_lt]. intros u L. unfold stones. rewrite (proj2 (N.ltb_lt _ _) L). cbn [andb].
    destruct (is p _ _ false); cbn; split; congruence.
  - symmetry. apply black_iff; auto; [|intros u; apply stones_lt]. intros u L. unfold stones. rewrite (proj2 (N.ltb_lt _ _) L). cbn [andb]. tauto.
Qed.
Lemma connected_theirs p : connected ZW ZH wh p <-> path nearT (uni (stones p wh) (mem (others b))) (o0 b) (o1 b).
Proof.
  unfold others, o1, o0. cbn [Checker.white count board_of]. destruct wh; cbn [negb]; [rewrite connected_black | rewrite connected_white].
  - symmetry. apply black_iff; auto; [|intros u; apply stones_lt]. intros u L. unfold stones. rewrite (proj2 (N.ltb_lt _ _) L). cbn [andb]. tauto.
  - symmetry. apply white_iff; auto; [|intros u; apply stones_lt]. intros u L. unfold stones. rewrite (proj2 (N.ltb_lt _ _) L). cbn [andb].
    destruct (is p _ _ false); cbn; split; congruence.
Qed.
Notation all := (mem (whole b)).
Lemma all_lt u : all u = true <-> (u < nn)%N.
Proof. rewrite Board.all_ok, N.ltb_lt by auto. tauto. Qed.
Lemma stones_all p c : sub (stones p c) all.
Proof. intros u Hu. apply all_lt. apply stones_lt with (1 := Hu). Qed.
Lemma not_both p : connected ZW ZH me p -> connected ZW ZH wh p -> False.
Proof.
  rewrite connected_mine, connected_theirs. intros A B.
  apply (proj2 (hex_paths W H W1 H1 wh (stones p me) (stones_all p me))). split; auto.
  apply path_sub with (2 := B). intros u. unfold uni, dif. rewrite !orb_true_iff. intros [Hu|?]; auto. left.
  rewrite (stones_all p wh u Hu). cbn [andb]. destruct (stones p me u) eqn:E; auto. exfalso.
  assert (L := stones_lt _ _ _ Hu). rewrite stones_at in * by auto. rewrite Hu in E. destruct wh; discriminate.
Qed.
Lemma decide p : connected ZW ZH me p \/ ~ connected ZW ZH me p.
Proof.
  rewrite connected_mine. destruct (hex_paths W H W1 H1 wh (stones p me) (stones_all p me)) as [[A|A] B]; [left; exact A | right; intro; apply B; auto].
Qed.

Lemma W_full g (Hg : mono g) :
  (forall A C, WS g A C -> sub C A -> g A) /\ (forall A C, WF g A C -> sub C A -> g A).
Proof.
  apply (Claims.W_ind N N.eqb); auto.
  - intros A C _ IH HC. apply (IH 0%N). unfold Claims.del. intros c. destruct (negb _); cbn; auto; try discriminate.
  - intros A C r Cr _ IH HC. apply Hg with (add A r).
    + intros c. unfold Claims.add. destruct (N.eqb_spec r c); auto. subst. auto.
    + apply IH. intros c. unfold Claims.add, Claims.del. destruct (N.eqb_spec r c); cbn; auto; try discriminate.
Qed.
Definition compat (A C : cset) (p : position) := sub A all /\ sub C all /\
  (forall u, A u = true -> at_ p u = Some me) /\ (forall u, C u = true -> at_ p u <> Some wh).
(* The cells that Y does not have. *)
Lemma rest_joined A C p : compat A C p -> WS G A C \/ WF G A C -> G (dif all (stones p wh)).
Proof.
  intros [HA [HC [PA PC]]] HW.
  assert (S1 : sub A (dif all (stones p wh))).
  { intros u Hu. unfold dif. rewrite (HA u Hu). cbn. destruct (stones p wh u) eqn:E; auto. exfalso.
    rewrite stones_at in E by (apply all_lt; auto). rewrite (PA u Hu) in E. destruct wh; discriminate. }
  assert (S2 : sub C (dif all (stones p wh))).
  { intros u Hu. unfold dif. rewrite (HC u Hu). cbn. destruct (stones p wh u) eqn:E; auto. exfalso.
    rewrite stones_at in E by (apply all_lt; auto). apply (PC u Hu). auto. }
  assert (Gm : mono G) by apply joins_mono.
  destruct HW as [HW|HW].
  - apply (proj1 (W_full G Gm)) with emp; [|intros c; discriminate]. apply (Claims.WS_mono N N.eqb N.eqb_spec) with A C; auto.
    intros c Hc. unfold uni. rewrite (S2 c Hc). auto.
  - apply (proj2 (W_full G Gm)) with emp; [|intros c; discriminate]. apply (Claims.WF_mono N N.eqb N.eqb_spec) with A C; auto.
    intros c Hc. unfold uni. rewrite (S2 c Hc). auto.
Qed.
Lemma not_theirs A C p : compat A C p -> WS G A C \/ WF G A C -> ~ connected ZW ZH wh p.
Proof.
  intros K HW Q. apply connected_theirs in Q. assert (R := rest_joined A C p K HW).
  assert (D : sub (dif all (stones p wh)) all) by (intros u; unfold dif; destruct (all u); auto).
  apply (proj2 (hex_paths W H W1 H1 wh _ D)). split; auto. apply path_sub with (2 := Q).
  intros u. unfold uni, dif. rewrite !orb_true_iff. intros [Hu|?]; auto. left. rewrite (stones_all p wh u Hu), Hu. auto.
Qed.
Lemma free_or_full p : (exists u, (u < nn)%N /\ at_ p u = None) \/ (forall u, (u < nn)%N -> at_ p u <> None).
Proof.
  assert (K : forall k, (exists u, (u < N.of_nat k)%N /\ at_ p u = None) \/ (forall u, (u < N.of_nat k)%N -> at_ p u <> None)).
  { induction k as [|k [[u [L E]]|IH]].
    - right. intros u L. lia.
    - left. exists u. split; auto. lia.
    - destruct (at_ p (N.of_nat k)) as [c|] eqn:E.
      + right. intros u L. destruct (N.eq_dec u (N.of_nat k)) as [->|N1]; [congruence | apply IH; lia].
      + left. exists (N.of_nat k). split; auto. lia. }
  destruct (K (N.to_nat nn)) as [[u [L E]]|F]; [left; exists u; split; auto; lia | right; intros; apply F; lia].
Qed.
Lemma full_mine A C p : compat A C p -> WS G A C \/ WF G A C -> (forall u, (u < nn)%N -> at_ p u <> None) -> connected ZW ZH me p.
Proof.
  intros K HW F. apply connected_mine. apply joins_mono with (2 := rest_joined A C p K HW).
  intros u. unfold dif. rewrite andb_true_iff, all_lt, negb_true_iff. intros [L E]. apply stones_at; auto.
  specialize (F u L). destruct (at_ p u) as [c|] eqn:Eb; [|congruence]. f_equal.
  destruct (stones p wh u) eqn:E2; [discriminate|]. assert (c <> wh) by (intro; subst; apply stones_at in Eb; auto; congruence).
  destruct c, wh; auto; congruence.
Qed.
Lemma at_put p u c v : (u < nn)%N -> (v < nn)%N -> at_ (put p (fst (pt_of W u)) (snd (pt_of W u)) c) v = if N.eqb u v then Some c else at_ p v.
Proof.
  intros Lu Lv. unfold at_, put. destruct (N.eqb_spec u v) as [->|Nuv]; [rewrite !Z.eqb_refl; auto|].
  destruct (Z.eqb_spec (fst (pt_of W v)) (fst (pt_of W u))) as [E1|]; auto.
  destruct (Z.eqb_spec (snd (pt_of W v)) (snd (pt_of W u))) as [E2|]; auto. exfalso. apply Nuv.
  rewrite <- (proj1 (idx_pt W H W1 H1 u Lu)), <- (proj1 (idx_pt W H W1 H1 v Lv)). congruence.
Qed.
Lemma on_pt u : (u < nn)%N -> on_board ZW ZH (fst (pt_of W u)) (snd (pt_of W u)).
Proof. intro L. destruct (idx_pt W H W1 H1 u L) as [_ R]. exact R. Qed.
Lemma compat_put_mine A C p u : compat A C p -> (u < nn)%N -> at_ p u = None ->
  compat A C (put p (fst (pt_of W u)) (snd (pt_of W u)) me).
Proof.
  intros [HA [HC [PA PC]]] L E. repeat split; auto; intros v Hv.
  - rewrite at_put; auto; [|apply all_lt; auto]. destruct (N.eqb u v); auto.
  - rewrite at_put; auto; [|apply all_lt; auto]. destruct (N.eqb u v); auto. destruct wh; discriminate.
Qed.

Theorem real_game :
  (forall A C, WS G A C -> forall p, compat A C p -> wins ZW ZH me p wh) /\
  (forall A C, WF G A C -> forall p, compat A C p -> wins ZW ZH me p me).
Proof.
  assert (NX : negb me = wh) by apply negb_involutive.
  assert (Pass : forall A C p, WS G A C -> (forall p, compat A C p -> wins ZW ZH me p wh) -> compat A C p -> wins ZW ZH me p me).
  { intros A C p HW IH K. assert (NT := not_theirs A C p K (or_introl HW)). destruct (decide p) as [Q|Q]; [apply wins_over; rewrite ?NX; auto|].
    destruct (free_or_full p) as [[u [L E]]|F]; [|exfalso; apply Q, (full_mine A C p K); auto].
    apply wins_move with (fst (pt_of W u)) (snd (pt_of W u)); rewrite ?NX; auto using on_pt. apply IH. apply compat_put_mine; auto. }
  apply (Claims.W_ind N N.eqb).
  - intros A C HG p K. assert (NT := not_theirs A C p K (or_introl (Claims.WS_done _ _ _ _ _ HG))).
    apply wins_over; rewrite ?NX; auto. apply connected_mine. apply joins_mono with (2 := HG). destruct K as [HA [_ [PA _]]].
    intros u Hu. apply stones_at; auto. apply all_lt; auto.
  - intros A C Hs IH p K. assert (HW : WS G A C) by (apply Claims.WS_step; auto). assert (NT := not_theirs A C p K (or_introl HW)).
    destruct (decide p) as [Q|Q]; [apply wins_over; rewrite ?NX; auto|].
    destruct (free_or_full p) as [[u [L E]]|F]; [|exfalso; apply Q, (full_mine A C p K); auto].
    assert (R : wins ZW ZH me p (negb me)); [|rewrite NX in R; exact R]. apply wins_reply; rewrite ?NX; auto.
    + exists (fst (pt_of W u)), (snd (pt_of W u)). split; auto using on_pt.
    + intros i j B E'. destruct (pt_idx W H W1 H1 (i, j) B) as [L' P']. cbn [fst snd] in L', P'.
      apply (IH (idx W i j)). replace (put p i j wh) with (put p (fst (pt_of W (idx W i j))) (snd (pt_of W (idx W i j))) wh) by (rewrite P'; auto).
      destruct K as [HA [HC [PA PC]]]. repeat split; auto.
      * intros c. unfold Claims.del. destruct (negb (N.eqb _ c)); cbn; [exact (HC c) | discriminate].
      * intros v Hv. rewrite at_put; auto; [|apply all_lt; auto]. destruct (N.eqb_spec (idx W i j) v); auto. subst. exfalso.
        specialize (PA _ Hv). unfold at_ in PA. rewrite P' in PA. cbn [fst snd] in PA. congruence.
      * intros v Hv. unfold Claims.del in Hv. destruct (N.eqb_spec (idx W i j) v); [discriminate|]. cbn in Hv.
        rewrite at_put; auto; [|apply all_lt; auto]. destruct (N.eqb_spec (idx W i j) v); auto; congruence.
  - intros A C HW IH p K. apply (Pass A C); auto.
  - intros A C r Cr HW IH p K.
    assert (Lr : (r < nn)%N) by (destruct K as [_ [HC _]]; apply all_lt; auto).
    assert (K' : forall q, (forall v, (v < nn)%N -> at_ p v = Some me -> at_ q v = Some me) -> (forall v, (v < nn)%N -> at_ q v = Some wh -> at_ p v = Some wh) ->
      at_ q r = Some me -> compat (add A r) (del C r) q).
    { intros q Q1 Q2 Q3. destruct K as [HA [HC [PA PC]]]. repeat split.
      - intros c. unfold Claims.add. destruct (N.eqb_spec r c); cbn; auto. subst. intros _. apply all_lt; auto.
      - intros c. unfold Claims.del. destruct (negb (N.eqb _ c)); cbn; [exact (HC c) | discriminate].
      - intros v Hv. unfold Claims.add in Hv. destruct (N.eqb_spec r v); cbn in Hv; [subst; auto|]. apply Q1; auto. apply all_lt; auto.
      - intros v Hv E. unfold Claims.del in Hv. destruct (negb (N.eqb _ v)); cbn in Hv; [|discriminate]. apply (PC v Hv). apply Q2; auto. apply all_lt; auto. }
    destruct (at_ p r) as [c|] eqn:E.
    + assert (c = me) as ->. { destruct K as [_ [_ [_ PC]]]. specialize (PC r Cr). destruct c, wh; auto; congruence. }
      apply (Pass (add A r) (del C r)); auto.
    + assert (HF : WF G A C) by (apply Claims.WF_move with r; auto). assert (NT := not_theirs A C p K (or_intror HF)).
      destruct (decide p) as [Q|Q]; [apply wins_over; rewrite ?NX; auto|].
      apply wins_move with (fst (pt_of W r)) (snd (pt_of W r)); rewrite ?NX; auto using on_pt. apply IH. apply K'.
      * intros v Lv Ev. rewrite at_put; auto. destruct (N.eqb r v); auto.
      * intros v Lv Ev. rewrite at_put in Ev; auto. destruct (N.eqb_spec r v); auto. destruct wh; discriminate.
      * rewrite at_put, N.eqb_refl; auto.
Qed.
End Link.
