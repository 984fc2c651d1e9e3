// Short synthesised ticks, silent unless switched on, and a buzz where the device can.

import { settings } from "./settings.js";

const TONES = { snap: [660, 0.03], refuse: [180, 0.06], home: [880, 0.08], win: [988, 0.22] };

let context;

/** Plays a tick. */
export function tick(name) {
  buzz();
  if (!settings().sound) return;
  context ??= new AudioContext();
  const [pitch, length] = TONES[name];
  const tone = context.createOscillator();
  const loudness = context.createGain();
  const now = context.currentTime;
  tone.type = "triangle";
  tone.frequency.value = pitch;
  loudness.gain.setValueAtTime(0.12, now);
  loudness.gain.exponentialRampToValueAtTime(0.001, now + length);
  tone.connect(loudness).connect(context.destination);
  tone.start(now);
  tone.stop(now + length);
}

/** A short buzz under the finger. */
export function buzz() {
  if (settings().haptics) navigator.vibrate?.(8);
}
