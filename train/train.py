#!/usr/bin/env python3
"""Trains the network by self-play.

  train.py start  --config FILE --out DIR [--net FILE] [--slices N] [--seconds S] [--window DIR] [--set key=value ...]
  train.py resume --from DIR --out DIR    [--slices N] [--seconds S] [--window DIR] [--config FILE] [--set key=value ...]

A configuration is JSON: keys of trainer.DEFAULTS, and "phases", a list of overrides, one per slice (the last one
repeats). --net starts from a net's weights and record instead of fresh ones. --seconds bounds the whole run; --window
keeps the replay window and the running games there between runs. A run that DIR holds already, and that is not the one
resumed, is replaced with --force only.
"""
import argparse
import json
import os
import sys
import time

import torch

import trainer


def parse(argv):
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("action", choices=("start", "resume"))
    p.add_argument("--config")
    p.add_argument("--from", dest="source")
    p.add_argument("--net")
    p.add_argument("--out", required=True)
    p.add_argument("--slices", type=int, default=1)
    p.add_argument("--seconds", type=float, default=1e9)
    p.add_argument("--reserve", type=float, default=45.0, help="seconds kept of the bound for measuring and saving")
    p.add_argument("--window")
    p.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    p.add_argument("--set", nargs="*", default=[], metavar="key=value")
    p.add_argument("--force", action="store_true", help="replace the run that --out holds")
    args = p.parse_args(argv)
    goes_on = args.action == "resume" and args.source and os.path.realpath(args.source) == os.path.realpath(args.out)
    if os.path.exists(os.path.join(args.out, "state.json")) and not goes_on and not args.force:
        p.error("'%s' holds a run; --force replaces it" % args.out)
    return args


def run(argv):
    began, args = time.time(), parse(argv)
    config = {}
    if args.config:
        with open(args.config) as f:
            config = json.load(f)
    for pair in args.set:
        key, _, value = pair.partition("=")
        config[key] = json.loads(value)
    if args.action == "resume":
        t = trainer.load_checkpoint(args.source, args.device, args.out, config)
    elif args.net:
        t = trainer.from_net(args.net, args.device, args.out, config)
    else:
        t = trainer.Trainer(config, args.device, args.out)
    phases = t.config.get("phases") or [{}]
    for k in range(args.slices):
        c = dict(t.config, **phases[min(t.state["slice"], len(phases) - 1)])
        left = args.seconds - args.reserve - (time.time() - began)
        if left < 5.0 < args.seconds:
            break
        t.run_slice(c, time.time() + left, args.window if k == 0 and args.action == "resume" else None)
    if args.window:
        t.save_window(args.window)
        t.log("window_saved", folder=args.window)
    return t


if __name__ == "__main__":
    run(sys.argv[1:])
