// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { APART_MS, createSound, DEAD_MS, heardOf, IDLE_MS, LATE_MS, NOTES } from "../../../static/table/sound.js";

/** A context that counts what is started on it. */
function fakeContext(state = "running") {
  const param = () => ({ value: 0, setValueAtTime() {}, exponentialRampToValueAtTime() {} });
  const node = () => ({ connect: (/** @type {any} */ to) => to, gain: param(), frequency: param(), Q: param(), type: "", buffer: null, start: () => void fake.started++, stop() {} });
  /** @type {any} */
  const fake = {
    state,
    started: 0,
    resumed: 0,
    closed: false,
    currentTime: 0,
    sampleRate: 8000,
    destination: {},
    createGain: node,
    createOscillator: node,
    createBufferSource: node,
    createBiquadFilter: node,
    createBuffer: (/** @type {number} */ _, /** @type {number} */ length) => ({ getChannelData: () => new Float32Array(length) }),
    /** Set by a test that holds the browser's consent back. @type {Promise<void> | null} */
    consent: null,
    resume() {
      fake.resumed++;
      return (fake.consent ?? Promise.reject(new Error("not now"))).then(() => void (fake.state = "running"));
    },
    suspend: () => Promise.resolve(void (fake.state = "suspended")),
    close: () => Promise.resolve(void (fake.closed = true)),
  };
  return fake;
}

/** @param {{state?: string, chosen?: boolean}} [given] */
function device({ state = "running", chosen = true } = {}) {
  /** @type {any[]} */
  const made = [];
  let clock = 1000;
  /** @type {{run: () => void, at: number} | null} */
  let waiting = null;
  const wants = { sound: chosen };
  const sound = createSound({
    make: () => made[made.push(fakeContext(state)) - 1],
    chosen: () => wants.sound,
    now: () => clock,
    later: (run, ms) => (waiting = { run, at: clock + ms }),
    cancel: () => void (waiting = null),
  });
  return {
    sound,
    made,
    wants,
    /** @param {number} ms @param {boolean} [runs] */
    pass(ms, runs = true) {
      clock += ms;
      for (const context of made) if (runs && context.state === "running") context.currentTime += ms / 1000;
      if (waiting && clock >= waiting.at) waiting.run();
    },
  };
}

test("nothing is made, not even a context, until sounds are chosen", () => {
  const { sound, made, wants } = device({ chosen: false });
  sound.play("lay");
  sound.touched();
  assert.equal(made.length, 0);
  wants.sound = true;
  sound.play("lay");
  assert.equal(made.length, 1);
  assert.equal(made[0].started, NOTES.lay.length);
});

test("a handful of cards at once is one sound, another sound is heard beside it", () => {
  const { sound, made, pass } = device();
  sound.play("lay_far");
  sound.play("lay_far");
  assert.equal(made[0].started, 1);
  sound.play("tick");
  assert.equal(made[0].started, 2);
  pass(APART_MS);
  sound.play("lay_far");
  assert.equal(made[0].started, 3);
});

test("before the first touch nothing waits to be heard later, all at once", async () => {
  const { sound, made, pass } = device({ state: "suspended" });
  /** @type {() => void} */
  let consents = () => {};
  sound.touched();
  made[0].consent = new Promise((resolve) => (consents = () => resolve(undefined)));
  sound.play("go");
  pass(LATE_MS + 1);
  consents();
  await made[0].consent;
  await null;
  assert.equal(made[0].started, 0);
  assert.equal(made[0].state, "running");
});

test("a device that was let go sounds as soon as it is back", async () => {
  const { sound, made, pass } = device();
  sound.play("tick");
  pass(IDLE_MS);
  await null;
  assert.equal(made[0].state, "suspended");
  made[0].consent = Promise.resolve();
  sound.play("go");
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(made[0].started, NOTES.tick.length + NOTES.go.length);
});

test("a touch alone does not hold the device for ever", async () => {
  const { sound, made, pass } = device();
  sound.touched();
  pass(IDLE_MS);
  await null;
  assert.equal(made[0].state, "suspended");
});

test("after a phone call a touch brings the sound back", async () => {
  const { sound, made } = device();
  sound.play("tick");
  made[0].state = "interrupted";
  made[0].consent = Promise.resolve();
  sound.touched();
  assert.equal(made[0].resumed, 1);
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(made[0].state, "running");
  assert.equal(made.length, 1);
});

test("a context whose clock stands still although it says that it runs is replaced", () => {
  const { sound, made, pass } = device();
  sound.play("tick");
  pass(DEAD_MS + 1, false);
  sound.touched();
  assert.equal(made.length, 2);
  assert.equal(made[0].closed, true);
  sound.play("go");
  assert.equal(made[1].started, NOTES.go.length);
});

test("one whose clock moves is kept, however long nothing was heard", () => {
  const { sound, made, pass } = device();
  sound.touched();
  pass(10 * DEAD_MS);
  sound.touched();
  pass(1);
  sound.touched();
  assert.equal(made.length, 1);
});

test("a context that was closed is replaced", () => {
  const { sound, made } = device();
  sound.touched();
  made[0].state = "closed";
  sound.touched();
  assert.equal(made.length, 2);
});

test("own moves are heard as what they are", () => {
  assert.deepEqual(["play", "flip", "pickup", "stuck"].map(heardOf), ["lay", "flip", "flip", null]);
});

test("no sound is loud or long", () => {
  for (const [name, notes] of Object.entries(NOTES)) {
    for (const { at, for: length, loud } of notes) assert.ok(loud <= 0.5 && at + length <= 0.7, name);
  }
});
