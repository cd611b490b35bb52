/** A deterministic random source: the demo is the same on every machine. */
export interface Random {
  /** A number in [0, 1). */
  next: () => number
  /** An integer between the two, both inclusive. */
  between: (low: number, high: number) => number
  pick: <T>(list: readonly T[]) => T
  chance: (probability: number) => boolean
  /** Around 1, mostly within ± spread. */
  about: (spread: number) => number
}

/** mulberry32, seeded by a text, so that the parts of the demo do not affect each other. */
export function random(seed: string): Random {
  let state = [...seed].reduce(
    (hash, character) => Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16_777_619),
    7,
  )
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let value = Math.imul(state ^ (state >>> 15), 1 | state)
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    next,
    between: (low, high) => low + Math.floor(next() * (high - low + 1)),
    pick: <T>(list: readonly T[]) => list[Math.floor(next() * list.length)] as T,
    chance: (probability) => next() < probability,
    about: (spread) => 1 + spread * (next() + next() + next() - 1.5),
  }
}
