(* What follows from the laws of Sets.v for the sets that the checker computes. *)
Require Import Bool List NArith Lia.
From Mustplay Require Import Claims Paths Sets.
Import ListNotations.
Open Scope N_scope.

Lemma lazy_and (a b : bool) : (a &&& b) = (a && b). Proof. reflexivity. Qed.
Lemma lazy_or (a b : bool) : (a ||| b) = (a || b). Proof. reflexivity. Qed.
Lemma any_eq {X} (f : X -> bool) l : any f l = existsb f l.
Proof. induction l; cbn; auto. rewrite IHl. reflexivity. Qed.
Lemma every_eq {X} (f : X -> bool) l : every f l = forallb f l.
Proof. induction l; cbn; auto. rewrite IHl. reflexivity. Qed.

Lemma in_upto n : forall i c, In c (upto n i) <-> i <= c < i + N.of_nat n.
Proof. induction n as [|n IH]; intros i c; cbn [upto In]; [lia|]. rewrite IH. lia. Qed.

Section Derived.
Context {set table : Type} {X : Sets set table}.
Lemma mem_plus1 s c d : mem (plus1 s c) d = mem s d || N.eqb c d.
Proof. unfold plus1. rewrite mem_union, mem_single. auto. Qed.
Lemma mem_minus1 s c d : mem (minus1 s c) d = mem s d && negb (N.eqb c d).
Proof. unfold minus1. rewrite mem_minus, mem_single. auto. Qed.
Lemma within_ok a b : within a b = true -> sub (mem a) (mem b).
Proof.
  unfold within. intros E c Hc. apply (is_empty_yes _ c) in E. rewrite mem_minus, Hc in E. destruct (mem b c); auto.
Qed.
Lemma same_ok a b : same a b = true -> forall c, mem a c = mem b c.
Proof.
  unfold same. rewrite lazy_and, andb_true_iff. intros [E F] c. apply within_ok in E, F. specialize (E c). specialize (F c).
  destruct (mem a c), (mem b c); auto; symmetry; auto.
Qed.
Lemma meet_no a b : meet a b = false -> disj (mem a) (mem b).
Proof.
  unfold meet. rewrite negb_false_iff. intros E c Ha Hb. apply (is_empty_yes _ c) in E. rewrite mem_inter, Ha, Hb in E. discriminate.
Qed.
Lemma meet_yes a b : meet a b = true -> exists c, mem a c = true /\ mem b c = true.
Proof.
  unfold meet. rewrite negb_true_iff. intro E. apply is_empty_no in E. destruct E as [c Hc].
  rewrite mem_inter in Hc. exists c. destruct (mem a c), (mem b c); auto; discriminate.
Qed.
Lemma mem_set_of l c : mem (set_of l) c = existsb (N.eqb c) l.
Proof.
  induction l as [|a l IH]; [apply mem_empty|]. change (set_of (a :: l)) with (plus1 (set_of l) a).
  cbn [existsb]. rewrite mem_plus1, IH, (N.eqb_sym a c), orb_comm. auto.
Qed.
Lemma in_set_of l c : mem (set_of l) c = true <-> In c l.
Proof.
  rewrite mem_set_of, existsb_exists. split; [intros [x [I E]]; apply N.eqb_eq in E; subst; auto | intro; exists c; split; auto; apply N.eqb_refl].
Qed.
End Derived.
Global Hint Rewrite @mem_union @mem_inter @mem_minus @mem_plus1 @mem_minus1 @mem_single @mem_empty : bits.
Ltac bits := autorewrite with bits in *.

(* Inclusions and disjointness of computed sets: every hypothesis about all nodes is used at the node in question. *)
Ltac natoms :=
  repeat match goal with
  | H : context [N.eqb ?a ?b] |- _ => destruct (N.eqb_spec a b); [subst|]; cbn [andb orb negb] in *; try congruence
  | |- context [N.eqb ?a ?b] => destruct (N.eqb_spec a b); [subst|]; cbn [andb orb negb] in *; try congruence
  end;
  repeat match goal with
  | H : true = true -> _ |- _ => specialize (H eq_refl)
  | H : ?S ?c = true |- context [?S ?c] => rewrite H; cbn [andb orb negb]; try congruence
  | H : ?S ?c = false |- context [?S ?c] => rewrite H; cbn [andb orb negb]; try congruence
  | |- context [mem ?S ?c] => destruct (mem S c) eqn:?; cbn [andb orb negb] in *; try congruence
  | |- context [?S ?c] => is_var S; match type of (S c) with bool => destruct (S c) eqn:?; cbn [andb orb negb] in *; try congruence end
  | H : context [?S ?c], E : ?S ?c = true |- _ => lazymatch type of H with S c = true => fail | _ => rewrite E in H; cbn [andb orb negb] in H; try congruence end
  | H : context [?S ?c], E : ?S ?c = false |- _ => lazymatch type of H with S c = false => fail | _ => rewrite E in H; cbn [andb orb negb] in H; try congruence end
  | H : context [mem ?S ?c] |- _ => lazymatch type of H with mem S c = _ => fail | _ => destruct (mem S c) eqn:?; cbn [andb orb negb] in *; try congruence end
  | H : context [?S ?c] |- _ => is_var S; match type of (S c) with bool => lazymatch type of H with S c = _ => fail | _ => destruct (S c) eqn:?; cbn [andb orb negb] in *; try congruence end end
  end; try congruence; try tauto; auto.
Ltac nsets := solve [try red; let c := fresh "c" in intro c; intros; spec c;
  unfold sub, Claims.add, Claims.del, uni, dif, emp, disj in *; bits; cbn [andb orb negb] in *; natoms].
