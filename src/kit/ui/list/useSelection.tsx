import { useState } from 'react'

type Key = string | number

export interface Selection<T> {
  rows: T[]
  keys: Key[]
  /** Sets the selection; rows that are not on this page keep their known data. */
  choose: (keys: readonly Key[], rows: readonly T[]) => void
  /** Deselects all other rows. */
  keepOnly: (keys: readonly Key[]) => void
  clear: () => void
}

/** The selected rows of all pages; cleared when the filters change, because they show other rows. */
export function useSelection<T>(rowKey: (row: T) => Key, filterStamp: string): Selection<T> {
  const [chosen, setChosen] = useState<ReadonlyMap<Key, T>>(new Map())
  const [stamp, setStamp] = useState(filterStamp)
  if (stamp !== filterStamp) {
    setStamp(filterStamp)
    setChosen(new Map())
  }
  const choose = (keys: readonly Key[], rows: readonly T[]) => {
    const rowsByKey = new Map([...chosen, ...rows.map((row) => [rowKey(row), row] as const)])
    setChosen(
      new Map(keys.flatMap((key) => (rowsByKey.has(key) ? [[key, rowsByKey.get(key) as T] as const] : []))),
    )
  }
  return {
    rows: [...chosen.values()],
    keys: [...chosen.keys()],
    choose,
    keepOnly: (keys) => setChosen(new Map([...chosen].filter(([key]) => keys.includes(key)))),
    clear: () => setChosen(new Map()),
  }
}
