(* Sets as the bits of one number: for theorems and for runs in Coq's kernel. *)
Require Import Bool List NArith Lia.
From Mustplay Require Import Sets.
Import ListNotations.
Open Scope N_scope.

Fixpoint pos_elements (p : positive) (i : N) : list N :=
  match p with
  | xH => [i]
  | xO p => pos_elements p (N.succ i)
  | xI p => i :: pos_elements p (N.succ i)
  end.
Definition bit_elements (s : N) : list N := match s with N0 => [] | Npos p => pos_elements p 0 end.
(* The table is a list of sets, read along with the bits. *)
Fixpoint pos_gather (p : positive) (t : list N) : N :=
  match t with
  | [] => 0
  | a :: t => match p with xH => a | xO p => pos_gather p t | xI p => N.lor a (pos_gather p t) end
  end.
Definition bit_gather (t : list N) (s : N) : N := match s with N0 => 0 | Npos p => pos_gather p t end.

Lemma pos_bit_OS p i : N.testbit (Npos (xO p)) (N.succ i) = N.testbit (Npos p) i.
Proof. change (Npos (xO p)) with (N.double (Npos p)). rewrite N.double_spec. apply N.testbit_even_succ. lia. Qed.
Lemma pos_bit_IS p i : N.testbit (Npos (xI p)) (N.succ i) = N.testbit (Npos p) i.
Proof. change (Npos (xI p)) with (N.succ_double (Npos p)). rewrite N.succ_double_spec. apply N.testbit_odd_succ. lia. Qed.
Lemma in_pos_elements p : forall i c, In c (pos_elements p i) <-> exists k, c = i + k /\ N.testbit (Npos p) k = true.
Proof.
  induction p as [p IH|p IH|]; intros i c; cbn [pos_elements In].
  - rewrite IH. split.
    + intros [<-|[k [-> Hk]]]; [exists 0; split; [lia | reflexivity] | exists (N.succ k); rewrite pos_bit_IS; split; auto; lia].
    + intros [k [-> Hk]]. destruct (N.eq_dec k 0) as [->|Nk]; [left; lia|]. right. exists (N.pred k). split; [lia|].
      rewrite <- pos_bit_IS. replace (N.succ (N.pred k)) with k by lia. auto.
  - rewrite IH. split.
    + intros [k [-> Hk]]. exists (N.succ k); rewrite pos_bit_OS; split; auto; lia.
    + intros [k [-> Hk]]. destruct (N.eq_dec k 0) as [->|Nk]; [discriminate|]. exists (N.pred k). split; [lia|].
      rewrite <- pos_bit_OS. replace (N.succ (N.pred k)) with k by lia. auto.
  - split.
    + intros [<-|[]]. exists 0. split; [lia | reflexivity].
    + intros [k [-> Hk]]. left. destruct k as [|k]; [lia|]. exfalso. destruct k; discriminate.
Qed.
Lemma in_bit_elements s c : In c (bit_elements s) <-> N.testbit s c = true.
Proof.
  destruct s as [|p]; cbn [bit_elements].
  - rewrite N.bits_0. split; [intros [] | discriminate].
  - rewrite in_pos_elements. split; [intros [k [-> H]]; auto | intro; exists c; auto].
Qed.
Lemma mem_pos_gather p : forall t v, N.testbit (pos_gather p t) v = true <->
  exists i, N.testbit (Npos p) i = true /\ N.testbit (nth (N.to_nat i) t 0) v = true.
Proof.
  assert (E0 : forall v i, N.testbit (nth i [] 0) v = true -> False) by (intros v i; destruct i; cbn [nth]; rewrite N.bits_0; discriminate).
  induction p as [p IH|p IH|]; intros [|a t] v; cbn [pos_gather].
  1, 3, 5: rewrite N.bits_0; split; [discriminate | intros [i [_ F]]; exfalso; eapply E0; eauto].
  - rewrite N.lor_spec, orb_true_iff, IH. split.
    + intros [Ha|[i [Hi Hv]]]; [exists 0; auto|]. exists (N.succ i). rewrite pos_bit_IS, N2Nat.inj_succ. auto.
    + intros [i [Hi Hv]]. destruct (N.eq_dec i 0) as [->|Ni]; [auto|]. right. exists (N.pred i).
      replace i with (N.succ (N.pred i)) in Hi, Hv by lia. rewrite pos_bit_IS in Hi. rewrite N2Nat.inj_succ in Hv. auto.
  - rewrite IH. split.
    + intros [i [Hi Hv]]. exists (N.succ i). rewrite pos_bit_OS, N2Nat.inj_succ. auto.
    + intros [i [Hi Hv]]. destruct (N.eq_dec i 0) as [->|Ni]; [discriminate|]. exists (N.pred i).
      replace i with (N.succ (N.pred i)) in Hi, Hv by lia. rewrite pos_bit_OS in Hi. rewrite N2Nat.inj_succ in Hv. auto.
  - split; [intro; exists 0; auto|]. intros [i [Hi Hv]]. destruct i as [|i]; auto. exfalso. destruct i; discriminate.
Qed.
Lemma mem_bit_gather t s v : N.testbit (bit_gather t s) v = true <->
  exists i, N.testbit s i = true /\ N.testbit (nth (N.to_nat i) t 0) v = true.
Proof.
  destruct s as [|p]; cbn [bit_gather]; [|apply mem_pos_gather].
  rewrite N.bits_0. split; [discriminate | intros [i [Hi _]]; rewrite N.bits_0 in Hi; discriminate].
Qed.

Lemma mem_bit_fetch t i v : N.testbit (bit_gather t (N.shiftl 1 i)) v = N.testbit (nth (N.to_nat i) t 0) v.
Proof.
  apply eq_true_iff_eq. rewrite mem_bit_gather. split.
  - intros [j [E Hv]]. rewrite N.shiftl_1_l, N.pow2_bits_eqb in E. apply N.eqb_eq in E. subst j. auto.
  - intro Hv. exists i. rewrite N.shiftl_1_l, N.pow2_bits_eqb, N.eqb_refl. auto.
Qed.
Definition bit_empty (s : N) : bool := match s with N0 => true | _ => false end.
Lemma mem_bit c d : N.testbit (N.shiftl 1 c) d = N.eqb c d.
Proof. rewrite N.shiftl_1_l. apply N.pow2_bits_eqb. Qed.
Lemma bit_empty_yes s c : bit_empty s = true -> N.testbit s c = false.
Proof. destruct s; [intros _; apply N.bits_0 | discriminate]. Qed.
Lemma bit_empty_no s : bit_empty s = false -> exists c, N.testbit s c = true.
Proof. intro E. exists (N.log2 s). apply N.bit_log2. destruct s; [discriminate | congruence]. Qed.

Global Instance bits : Sets N (list N) := {
  empty := 0; single c := N.shiftl 1 c; union := N.lor; inter := N.land; minus := N.ldiff;
  is_empty := bit_empty; mem := N.testbit; elements := bit_elements; index l := l; gather := bit_gather; fetch t i := bit_gather t (N.shiftl 1 i);
  mem_empty := N.bits_0; mem_single := mem_bit; mem_union := N.lor_spec; mem_inter := N.land_spec; mem_minus := N.ldiff_spec;
  is_empty_yes := bit_empty_yes; is_empty_no := bit_empty_no; in_elements := in_bit_elements; mem_gather := mem_bit_gather; mem_fetch := mem_bit_fetch
}.
