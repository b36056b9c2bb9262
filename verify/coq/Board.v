(* The checker's board is the board of Hex. The table of neighbours is adjacency, the half-turn is a symmetry, and the
   Hex theorem holds for its paths. *)
Require Import Bool List NArith ZArith Lia.
From Mustplay Require Import Hex Triangle HexTheorem Claims Sets SetLaws Checker Chains Paths Captured.
Import ListNotations.
Open Scope N_scope.

(* lia does not know that a mod b and a / b are not negative *)
Ltac nlia := repeat match goal with
  | X : context [?a mod ?b] |- _ => let x := fresh "x" in set (x := a mod b) in *; clearbody x
  | |- context [?a mod ?b] => let x := fresh "x" in set (x := a mod b) in *; clearbody x
  | X : context [?a / ?b] |- _ => let x := fresh "x" in set (x := a / b) in *; clearbody x
  | |- context [?a / ?b] => let x := fresh "x" in set (x := a / b) in *; clearbody x end; lia.
Section Board.
Context {set table : Type} {X : Sets set table}.
Variables W H : N.
Hypothesis W1 : 0 < W.
Hypothesis H1 : 0 < H.
Variable wh : bool.
Notation nn := (W * H).
Notation b := (board_of W H wh).
Notation nearT := (nearT b).
Notation all := (whole b).

Lemma nth_upto k : forall i u, (u < k)%nat -> nth u (upto k i) 0 = i + N.of_nat u.
Proof.
  induction k as [|k IH]; intros i u L; [lia|]. cbn [upto]. destruct u as [|u]; cbn [nth]; [lia|]. rewrite IH; lia.
Qed.
Lemma length_upto k : forall i, length (upto k i) = k.
Proof. induction k; intros i; cbn; auto. Qed.
Let row (u : N) : set := set_of (filter (near W H u) (nodes W H)).
Lemma row_mem u v : u < nn + 4 -> mem (row u) v = (v <? nn + 4) && near W H u v.
Proof.
  intro L. apply eq_true_iff_eq. unfold row. rewrite in_set_of, filter_In, andb_true_iff. unfold nodes. rewrite in_upto, N.ltb_lt.
  split; intros; repeat split; try tauto; lia.
Qed.
Lemma row_nth u : u < nn + 4 -> nth (N.to_nat u) (map row (nodes W H)) empty = row u.
Proof.
  intro L. rewrite (nth_indep _ empty (row 0)) by (rewrite map_length; unfold nodes; rewrite length_upto; lia).
  rewrite (map_nth row). f_equal. unfold nodes. rewrite nth_upto; lia.
Qed.
Lemma row_far u : nn + 4 <= u -> nth (N.to_nat u) (map row (nodes W H)) empty = empty.
Proof. intro L. apply nth_overflow. rewrite map_length. unfold nodes. rewrite length_upto. lia. Qed.
Lemma nearT_near u v : nearT u v = (u <? nn + 4) && (v <? nn + 4) && near W H u v.
Proof.
  unfold Chains.nearT, near_node. cbn [nearby board_of]. fold row. rewrite mem_fetch. destruct (N.ltb_spec u (nn + 4)).
  - rewrite row_nth, row_mem by auto. auto.
  - rewrite row_far, mem_empty by auto. auto.
Qed.
Lemma near_set_ok s v : mem (near_set b s) v = true <-> exists u, mem s u = true /\ nearT u v = true.
Proof.
  unfold near_set, Chains.nearT, near_node. cbn [nearby board_of]. rewrite mem_gather.
  split; intros [i [Hi Hv]]; exists i; split; auto; rewrite mem_fetch in *; auto.
Qed.
Lemma all_ok c : mem all c = (c <? nn).
Proof. apply eq_true_iff_eq. cbn [whole board_of]. rewrite in_set_of, in_upto, N.ltb_lt. lia. Qed.
Definition cn (cu ru cv rv : N) : Prop :=
  (ru = rv /\ (cv = cu + 1 \/ cu = cv + 1)) \/ (rv = ru + 1 /\ (cu = cv \/ cu = cv + 1)) \/ (ru = rv + 1 /\ (cu = cv \/ cv = cu + 1)).
Lemma cn_turn cu ru cv rv : cu < W -> ru < H -> cv < W -> rv < H ->
  cn cu ru cv rv -> cn (W - 1 - cu) (H - 1 - ru) (W - 1 - cv) (H - 1 - rv).
Proof.
  unfold cn. intros ? ? ? ? [[? [?|?]]|[[? [?|?]]|[? [?|?]]]].
  - left; split; [lia | right; lia]. - left; split; [lia | left; lia].
  - right; right; split; [lia | left; lia]. - right; right; split; [lia | right; lia].
  - right; left; split; [lia | left; lia]. - right; left; split; [lia | right; lia].
Qed.
Lemma cells_near_iff u v : cells_near W u v = true <-> cn (u mod W) (u / W) (v mod W) (v / W).
Proof. unfold cells_near, cn. rewrite !orb_true_iff, !andb_true_iff, !orb_true_iff, !N.eqb_eq. tauto. Qed.
Lemma near_symm u v : near W H u v = near W H v u.
Proof.
  unfold near. destruct (u <? nn), (v <? nn); auto. apply eq_true_iff_eq. rewrite !cells_near_iff. unfold cn. lia.
Qed.
Lemma near_sym u v : nearT u v = nearT v u.
Proof. rewrite !nearT_near, near_symm, (andb_comm (u <? nn + 4)). auto. Qed.
Lemma coords u : u < nn -> u mod W < W /\ u / W < H /\ u = W * (u / W) + u mod W.
Proof.
  intro L. split; [apply N.mod_lt; lia|]. split; [apply N.div_lt_upper_bound; lia | apply N.div_mod; lia].
Qed.
Lemma coords_of c r : c < W -> r < H -> (W * r + c) mod W = c /\ (W * r + c) / W = r /\ W * r + c < nn.
Proof.
  intros Lc Lr. split; [|split; [|nia]].
  - symmetry. apply (N.mod_unique _ _ r); lia.
  - symmetry. apply (N.div_unique _ _ _ c); lia.
Qed.

(* The half-turn. *)
Notation turn := (half_turn W H).
Lemma turn_cell u : u < nn -> turn u < nn /\ (turn u) mod W = W - 1 - u mod W /\ (turn u) / W = H - 1 - u / W.
Proof.
  intro L. unfold half_turn. rewrite (proj2 (N.ltb_lt u nn) L). destruct (coords u L) as [C1 [C2 C3]].
  assert (E : nn - 1 - u = W * (H - 1 - u / W) + (W - 1 - u mod W)) by nia. rewrite E.
  destruct (coords_of (W - 1 - u mod W) (H - 1 - u / W)) as [E1 [E2 E3]]; [nlia|nlia|]. auto.
Qed.
Lemma lxor1 k : k < 4 -> N.lxor k 1 = match k with 0 => 1 | 1 => 0 | 2 => 3 | _ => 2 end.
Proof. intro L. destruct k as [|[[p|p|]|[p|p|]|]]; try reflexivity; lia. Qed.
Lemma turn_edge u : nn <= u -> turn u = nn + N.lxor (u - nn) 1.
Proof. intro L. unfold half_turn. destruct (N.ltb_spec u nn); auto; lia. Qed.
Lemma turn_turn u : turn (turn u) = u.
Proof.
  destruct (N.lt_ge_cases u nn) as [L|L].
  - destruct (turn_cell u L) as [L' _]. unfold half_turn at 1. rewrite (proj2 (N.ltb_lt _ _) L').
    unfold half_turn. rewrite (proj2 (N.ltb_lt _ _) L). lia.
  - rewrite (turn_edge (turn u)); rewrite turn_edge by auto; [|lia].
    replace (nn + N.lxor (u - nn) 1 - nn) with (N.lxor (u - nn) 1) by lia.
    rewrite N.lxor_assoc, N.lxor_nilpotent, N.lxor_0_r. lia.
Qed.
Lemma edge_near_iff u e : edge_near W H u e = true <->
  (e = nn /\ u / W = 0) \/ (e = nn + 1 /\ u / W + 1 = H) \/ (e = nn + 2 /\ u mod W = 0) \/ (e = nn + 3 /\ u mod W + 1 = W).
Proof. unfold edge_near. rewrite !orb_true_iff, !andb_true_iff, !N.eqb_eq. tauto. Qed.
Lemma turn_edge_cases e : nn <= e -> e < nn + 4 -> (e = nn /\ turn e = nn + 1) \/ (e = nn + 1 /\ turn e = nn) \/
  (e = nn + 2 /\ turn e = nn + 3) \/ (e = nn + 3 /\ turn e = nn + 2).
Proof.
  intros L1 L2. rewrite turn_edge, lxor1 by lia.
  assert (e - nn = 0 \/ e - nn = 1 \/ e - nn = 2 \/ e - nn = 3) as [E|[E|[E|E]]] by lia; rewrite E; lia.
Qed.
Lemma edge_turn u e : u < nn -> nn <= e -> e < nn + 4 -> edge_near W H (turn u) (turn e) = edge_near W H u e.
Proof.
  intros Lu L1 L2. apply eq_true_iff_eq. rewrite !edge_near_iff. destruct (turn_cell u Lu) as [_ [-> ->]].
  destruct (coords u Lu) as [C1 [C2 _]].
  destruct (turn_edge_cases e L1 L2) as [[-> ->]|[[-> ->]|[[-> ->]|[-> ->]]]]; nlia.
Qed.
Lemma turn_small u : u < nn + 4 -> turn u < nn + 4 /\ (turn u <? nn) = (u <? nn).
Proof.
  intro L. destruct (N.ltb_spec u nn) as [L'|L'].
  - destruct (turn_cell u L') as [K _]. split; [lia|]. apply N.ltb_lt. auto.
  - destruct (turn_edge_cases u L' L) as [[_ ->]|[[_ ->]|[[_ ->]|[_ ->]]]]; split; try lia; apply N.ltb_ge; lia.
Qed.
Lemma near_turn u v : nearT u v = true -> nearT (turn u) (turn v) = true.
Proof.
  rewrite !nearT_near, !andb_true_iff, !N.ltb_lt. intros [[Lu Lv] E].
  destruct (turn_small u Lu) as [Lu' Eu], (turn_small v Lv) as [Lv' Ev]. repeat split; auto.
  unfold near in *. rewrite Eu, Ev. destruct (N.ltb_spec u nn) as [Ku|Ku], (N.ltb_spec v nn) as [Kv|Kv]; auto.
  - rewrite cells_near_iff in *. destruct (turn_cell u Ku) as [_ [-> ->]], (turn_cell v Kv) as [_ [-> ->]].
    destruct (coords u Ku) as [? [? _]], (coords v Kv) as [? [? _]]. apply cn_turn; auto.
  - rewrite edge_turn; auto.
  - rewrite edge_turn; auto.
Qed.

(* The Hex theorem. *)
Definition pt_of (u : N) : cell := (Z.of_N (u mod W), Z.of_N (u / W)).
Definition idx (i j : Z) : N := W * Z.to_N j + Z.to_N i.
Notation rect := (rect (Z.of_N W) (Z.of_N H)).
Lemma idx_pt u : u < nn -> idx (fst (pt_of u)) (snd (pt_of u)) = u /\ rect (pt_of u).
Proof. intro L. destruct (coords u L) as [C1 [C2 C3]]. unfold idx, pt_of, HexTheorem.rect. cbn [fst snd]. rewrite !N2Z.id. nlia. Qed.
Lemma pt_idx x : rect x -> idx (fst x) (snd x) < nn /\ pt_of (idx (fst x) (snd x)) = x.
Proof.
  intros R. unfold HexTheorem.rect in R. destruct x as [i j]. cbn [fst snd] in *. unfold pt_of, idx.
  destruct (coords_of (Z.to_N i) (Z.to_N j)) as [-> [-> L]]; try lia. split; auto. rewrite !Z2N.id by lia. auto.
Qed.
Lemma adjacent_cells u v : u < nn -> v < nn -> (nearT u v = true <-> adjacent (pt_of u) (pt_of v)).
Proof.
  intros Lu Lv. rewrite nearT_near, !andb_true_iff, !N.ltb_lt. unfold near.
  rewrite (proj2 (N.ltb_lt _ _) Lu), (proj2 (N.ltb_lt _ _) Lv), cells_near_iff. unfold cn, adjacent, pt_of. nlia.
Qed.
Section Player.
Variables (T : cset) (c : bool) (P : colouring) (ea eb : N) (sa sb : cell -> Prop).
Hypothesis TP : forall u, u < nn -> (T u = true <-> P (fst (pt_of u)) (snd (pt_of u)) = c).
Hypothesis Tall : forall u, T u = true -> u < nn.
Hypothesis La : nn <= ea /\ ea < nn + 4.
Hypothesis Lb : nn <= eb /\ eb < nn + 4.
Hypothesis Ha : forall u, u < nn -> (edge_near W H u ea = true <-> sa (pt_of u)).
Hypothesis Hb : forall u, u < nn -> (edge_near W H u eb = true <-> sb (pt_of u)).
Notation S := (uni T (mem (plus1 (single ea) eb))).
Lemma near_edge u e : u < nn -> nn <= e -> e < nn + 4 -> nearT u e = edge_near W H u e.
Proof.
  intros Lu L1 L2. rewrite nearT_near. unfold near. rewrite (proj2 (N.ltb_lt u nn) Lu), (proj2 (N.ltb_ge e nn) L1).
  rewrite (proj2 (N.ltb_lt u _)), (proj2 (N.ltb_lt e _)); auto; lia.
Qed.
Lemma near_edges e f : nn <= e -> nn <= f -> nearT e f = false.
Proof.
  intros L1 L2. rewrite nearT_near. unfold near. rewrite (proj2 (N.ltb_ge _ _) L1), (proj2 (N.ltb_ge _ _) L2). apply andb_false_r.
Qed.
Definition joined2 := exists u v, conn rect c P u v /\ sa u /\ sb v.
Lemma path_joined v : path nearT S ea v -> joined2 \/ v = ea \/ v = eb /\ ea = eb \/ (v < nn /\ exists u, conn rect c P u (pt_of v) /\ sa u).
Proof.
  intro Q. induction Q as [_|v w Q IH E Sw]; auto.
  unfold uni in Sw. rewrite mem_plus1, mem_single, !orb_true_iff, !N.eqb_eq in Sw.
  destruct IH as [?|IH]; auto. destruct Sw as [Tw|[<-|<-]]; auto.
  - assert (Lw := Tall w Tw). destruct (idx_pt w Lw) as [_ Rw]. assert (Pw := proj1 (TP w Lw) Tw). right. right. right. split; auto.
    assert (Base : nearT ea w = true -> exists u, conn rect c P u (pt_of w) /\ sa u).
    { intro E'. exists (pt_of w). split; [apply conn_refl; auto|]. apply Ha; auto. rewrite near_sym, near_edge in E'; tauto. }
    destruct IH as [->|[[-> <-]|[Lv [u [Cu Su]]]]]; auto. exists u. split; auto. apply conn_step with (pt_of v); auto.
    apply adjacent_cells; auto.
  - destruct IH as [->|[[-> _]|[Lv [u [Cu Su]]]]]; [rewrite near_edges in E by tauto; discriminate ..|].
    left. exists u, (pt_of v). repeat split; auto.
    apply Hb; auto. rewrite near_edge in E; tauto.
Qed.
Hypothesis Nab : ea <> eb.
Lemma player : path nearT S ea eb <-> joined2.
Proof.
  assert (Sa : S ea = true) by (unfold uni; rewrite mem_plus1, mem_single, N.eqb_refl; apply orb_true_r).
  assert (Sb : S eb = true) by (unfold uni; rewrite mem_plus1, N.eqb_refl, !orb_true_r; auto).
  split.
  - intro Q. destruct (path_joined eb Q) as [?|[?|[[_ ?]|[L _]]]]; auto; try congruence. lia.
  - intros [u [v [C [Su Sv]]]].
    assert (K : path nearT S ea (idx (fst v) (snd v))).
    { clear Sv. induction C as [Ru Pu|v w C IH A Rw Pw].
      - destruct (pt_idx u Ru) as [L E]. apply path_near; auto.
        + unfold uni. rewrite (proj2 (TP _ L)); auto. rewrite E. auto.
        + rewrite near_sym, near_edge by tauto. apply Ha; auto. rewrite E. auto.
      - destruct (conn_last _ _ _ _ _ C) as [Rv _]. destruct (pt_idx v Rv) as [Lv Ev], (pt_idx w Rw) as [Lw Ew].
        apply path_step with (idx (fst v) (snd v)); auto.
        + apply adjacent_cells; auto. rewrite Ev, Ew. auto.
        + unfold uni. rewrite (proj2 (TP _ Lw)); auto. rewrite Ew. auto. }
    destruct (conn_last _ _ _ _ _ C) as [Rv _]. destruct (pt_idx v Rv) as [Lv Ev].
    apply path_step with (idx (fst v) (snd v)); auto. rewrite near_edge by tauto. apply Hb; auto. rewrite Ev. auto.
Qed.
End Player.
Lemma black_iff T P : (forall u, u < nn -> (T u = true <-> P (fst (pt_of u)) (snd (pt_of u)) = true)) -> (forall u, T u = true -> u < nn) ->
  (path nearT (uni T (mem (plus1 (single nn) (nn + 1)))) nn (nn + 1) <-> black (Z.of_N W) (Z.of_N H) P).
Proof.
  intros TP Tall. unfold black. apply (player T true P nn (nn + 1) (fun x => snd x = 0%Z) (fun x => snd x = (Z.of_N H - 1)%Z)); auto; try lia.
  - intros u Lu. rewrite edge_near_iff. unfold pt_of. cbn [snd]. nlia.
  - intros u Lu. rewrite edge_near_iff. unfold pt_of. cbn [snd]. nlia.
Qed.
Lemma white_iff T P : (forall u, u < nn -> (T u = true <-> P (fst (pt_of u)) (snd (pt_of u)) = false)) -> (forall u, T u = true -> u < nn) ->
  (path nearT (uni T (mem (plus1 (single (nn + 2)) (nn + 2 + 1)))) (nn + 2) (nn + 2 + 1) <-> HexTheorem.white (Z.of_N W) (Z.of_N H) P).
Proof.
  intros TP Tall. unfold HexTheorem.white.
  apply (player T false P (nn + 2) (nn + 2 + 1) (fun x => fst x = 0%Z) (fun x => fst x = (Z.of_N W - 1)%Z)); auto; try lia.
  - intros u Lu. rewrite edge_near_iff. unfold pt_of. cbn [fst]. nlia.
  - intros u Lu. rewrite edge_near_iff. unfold pt_of. cbn [fst]. nlia.
Qed.
Theorem hex_paths (T : cset) : sub T (mem all) ->
  (path nearT (uni T (mem (own b))) (e0 b) (e1 b) \/
   path nearT (uni (dif (mem all) T) (mem (others b))) (o0 b) (o1 b)) /\
  ~ (path nearT (uni T (mem (own b))) (e0 b) (e1 b) /\
     path nearT (uni (dif (mem all) T) (mem (others b))) (o0 b) (o1 b)).
Proof.
  intros TA.
  assert (TA' : forall u, T u = true -> u < nn) by (intros u Hu; apply N.ltb_lt; rewrite <- all_ok; auto).
  assert (DA' : forall u, dif (mem all) T u = true -> u < nn).
  { intros u Hu. apply N.ltb_lt. rewrite <- all_ok. unfold dif in Hu. destruct (mem all u); auto. }
  assert (D : forall u, u < nn -> dif (mem all) T u = negb (T u)).
  { intros u Lu. unfold dif. rewrite all_ok, (proj2 (N.ltb_lt _ _) Lu). auto. }
  unfold own, others, e1, o1, e0, o0. cbn [white count board_of]. destruct wh.
  - assert (HX := HexTheorem.hex (Z.of_N W) (Z.of_N H) ltac:(lia) ltac:(lia) (fun i j => negb (T (idx i j)))).
    rewrite white_iff with (P := fun i j => negb (T (idx i j))), black_iff with (P := fun i j => negb (T (idx i j))); auto; [tauto | |].
    + intros u Lu. rewrite (proj1 (idx_pt u Lu)), D by auto. tauto.
    + intros u Lu. rewrite (proj1 (idx_pt u Lu)). destruct (T u); cbn; split; congruence.
  - assert (HX := HexTheorem.hex (Z.of_N W) (Z.of_N H) ltac:(lia) ltac:(lia) (fun i j => T (idx i j))).
    rewrite black_iff with (P := fun i j => T (idx i j)), white_iff with (P := fun i j => T (idx i j)); auto.
    + intros u Lu. rewrite (proj1 (idx_pt u Lu)), D by auto. destruct (T u); cbn; split; congruence.
    + intros u Lu. rewrite (proj1 (idx_pt u Lu)). tauto.
Qed.
Theorem board_good : good_board b.
Proof. split; [exact near_sym | exact near_set_ok | exact all_ok | exact hex_paths]. Qed.
End Board.
