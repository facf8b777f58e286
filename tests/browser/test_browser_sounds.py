"""The sounds are really there: rendered by the browser's own engine, neither silent nor clipped."""

from __future__ import annotations

import itertools
import random
import subprocess
from typing import Any

import hex_hands
from hands import ROOT, act, my_turn, start
from tests.waits import PATIENCE

TRANSPILE = """
const ts = require("typescript"), fs = require("fs");
process.stdout.write(ts.transpileModule(fs.readFileSync("src/lib/tones.ts", "utf8"),
  {compilerOptions: {module: "ESNext", target: "ES2022"}}).outputText);
"""
RENDER = """async () => {
  const found = {};
  for (const sound of tones.SOUNDS) {
    const at = new OfflineAudioContext(1, 2 * 44100, 44100);
    tones.compose(at, sound, 1);
    const data = (await at.startRendering()).getChannelData(0);
    let peak = 0, sum = 0, last = 0;
    data.forEach((value, i) => {
      peak = Math.max(peak, Math.abs(value));
      sum += value * value;
      if (Math.abs(value) > 0.002) last = i;
    });
    found[sound] = {peak, energy: sum, seconds: last / 44100};
  }
  return found;
}"""
LISTEN = """() => {
  window.heard = 0;
  const start = AudioScheduledSourceNode.prototype.start;
  AudioScheduledSourceNode.prototype.start = function (...args) {
    window.heard += 1;
    return start.apply(this, args);
  };
}"""


IN_TIME = """async ([sound, scene, from, to]) => {
  const at = new OfflineAudioContext(1, 3 * 44100, 44100);
  tones.compose(at, sound, 1, scene);
  const data = (await at.startRendering()).getChannelData(0);
  return data.slice(from * 44100, to * 44100).reduce((sum, value) => sum + value * value, 0);
}"""
"""How much is heard of a sound between two moments of its scene."""


def test_every_sound_is_heard_and_none_is_clipped(browser: Any) -> None:
    script = subprocess.run(
        ["node", "-e", TRANSPILE], cwd=ROOT / "web", check=True, capture_output=True, text=True
    ).stdout
    page = browser.new_page()
    page.set_default_timeout(1000 * PATIENCE)
    page.add_script_tag(content=script + "\nwindow.tones = {SOUNDS, compose};", type="module")
    page.wait_for_function("() => window.tones")
    found = page.evaluate(RENDER)
    # With a scene steel is heard when they strike, and the pole when it lies on the ground.
    for sound, blow in (("battle", 0.87), ("end", 1.2)):
        for scene in (1, 0.5):
            before, then = (
                page.evaluate(IN_TIME, [sound, scene, start, start + 0.1])
                for start in (blow * scene - 0.1, blow * scene)
            )
            assert then > 10 * before, (sound, scene)
    page.close()
    hexes = {"step", "wheels", "jet", "shot", "blow", "hit", "clank", "transform", "fall"}
    assert set(found) == {"move", "battle", "end", "turn", "select", "refused"} | hexes
    for name, sound in found.items():
        assert 0.02 < sound["peak"] <= 1.0, (name, sound)
        assert sound["energy"] > 0.05, (name, sound)
        assert sound["seconds"] < 1.5, (name, sound)
    # A battle is more than a step, and a click less than either.
    assert found["select"]["energy"] < found["move"]["energy"] < found["battle"]["energy"]


def test_a_move_is_heard_unless_the_sound_is_off(open_page: Any) -> None:

    page = open_page()
    start(page, "barrage")
    assert my_turn(page)
    page.evaluate(LISTEN)
    act(page, random.Random(1), calm=True)
    page.wait_for_function("() => window.heard > 0")
    assert my_turn(page)
    page.locator(".controls button[aria-pressed]").last.click()
    page.evaluate("() => { window.heard = 0 }")
    if my_turn(page):
        lines = page.locator("[data-entry]").count()
        act(page, random.Random(2), calm=True)
        page.locator(f'[data-entry="{lines}"]').wait_for(state="attached")
        my_turn(page)
    assert page.evaluate("() => window.heard") == 0


WRITTEN = """() => {
    const known = JSON.parse(localStorage['flagfall.prefs'] ?? '{}');
    localStorage['flagfall.prefs'] = JSON.stringify({ ...known, captions: true, speed: 'fast' }); }"""
NOTE = """() => { window.sounds_ = new Set();
    new MutationObserver(() => {
        const told = document.querySelector('[data-caption]')?.textContent;
        if (told) window.sounds_.add(told.replace('♪', '').trim());
    }).observe(document.body, { subtree: true, childList: true, characterData: true }); }"""


def test_steps_wheels_shots_hits_and_folding_are_heard_in_the_hex_game(open_page: Any) -> None:
    page = open_page()
    page.evaluate(WRITTEN)
    rng = random.Random(3)
    wanted = {"heavy steps", "wheels", "a shot", "metal folds"}
    heard: set[str] = set()
    # What a duel brings is chance, and it may be short: another one is begun until all was heard.
    while not (wanted <= heard and heard & {"metal is hit", "metal holds"}):
        hex_hands.start(page, "hex-duel")
        page.evaluate(NOTE)
        heard |= _heard_in_a_duel(page, rng, wanted - heard)


def _heard_in_a_duel(page: Any, rng: random.Random, wanted: set[str]) -> set[str]:
    """Play a duel to its end, or until some sounds and a hit were heard; all that was heard."""
    for turn in itertools.count():
        heard = set(page.evaluate("() => [...window.sounds_]"))
        if not hex_hands.my_turn(page) or (wanted <= heard and heard & {"metal is hit", "metal holds"}):
            return heard
        since = hex_hands.moment(page)
        if turn % 3 == 1 and page.locator('[data-kind="transform"]').count():
            page.locator('[data-kind="transform"]').click()
            page.locator(hex_hands.READY).click()
        else:
            hex_hands.act(page, rng)
        page.wait_for_function(hex_hands.GONE_ON, arg=since)
        page.wait_for_function("() => !document.querySelector('[data-skip]')")
    raise AssertionError("a duel ends")
