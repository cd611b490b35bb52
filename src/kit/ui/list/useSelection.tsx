import { useState } from 'react'

type Key = string | number

export interface Selection<T> {
  rows: T[]
  keys: Key[]
  /** Sets what is selected; rows that are not on this page keep what is known of them. */
  choose: (keys: readonly Key[], rows: readonly T[]) => void
  /** Of what is selected only these stay so. */
  keepOnly: (keys: readonly Key[]) => void
  clear: () => void
}

/** Rows that are selected, over all pages; another filter begins anew, because it shows other rows. */
export function useSelection<T>(rowKey: (row: T) => Key, filterStamp: string): Selection<T> {
  const [chosen, setChosen] = useState<ReadonlyMap<Key, T>>(new Map())
  const [stamp, setStamp] = useState(filterStamp)
  if (stamp !== filterStamp) {
    setStamp(filterStamp)
    setChosen(new Map())
  }
  const choose = (keys: readonly Key[], rows: readonly T[]) => {
    const known = new Map([...chosen, ...rows.map((row) => [rowKey(row), row] as const)])
    setChosen(new Map(keys.flatMap((key) => (known.has(key) ? [[key, known.get(key) as T] as const] : []))))
  }
  return {
    rows: [...chosen.values()],
    keys: [...chosen.keys()],
    choose,
    keepOnly: (keys) => setChosen(new Map([...chosen].filter(([key]) => keys.includes(key)))),
    clear: () => setChosen(new Map()),
  }
}
