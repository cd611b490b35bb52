import { areaOf, type Source, WINGS, wingOf } from './testSources.ts'

/** An import from one area into another, as paths relative to src/. */
export interface Crossing {
  from: string
  to: string
}

export const describeCrossing = ({ from, to }: Crossing) => `${from} → ${to}`

/** Every import between areas of the wings, once per pair of files; includes types, lazy imports and browser code. */
export function crossings(program: readonly Source[]): Crossing[] {
  const found = new Map<string, Crossing>()
  for (const { path: from, area, imports } of program) {
    if (!wingOf(area)) continue
    for (const { target: to } of imports) {
      if (to === null || areaOf(to) === area || !wingOf(areaOf(to))) continue
      found.set(describeCrossing({ from, to }), { from, to })
    }
  }
  return [...found.values()].sort((a, b) => (describeCrossing(a) < describeCrossing(b) ? -1 : 1))
}

const rankOf = (path: string) => WINGS.indexOf(wingOf(areaOf(path)) ?? '')

/** The imports of a higher wing by a lower one. */
export const upwardCrossings = (found: readonly Crossing[]) =>
  found.filter(({ from, to }) => rankOf(from) < rankOf(to))

/** The wings that are part of an import cycle; `featuresInCycle` returns the features. */
export const wingsInCycle = (found: readonly Crossing[]) =>
  inCycle(found.map(({ from, to }) => [wingOf(areaOf(from)) ?? '', wingOf(areaOf(to)) ?? '']))

export const featuresInCycle = (found: readonly Crossing[]) =>
  inCycle(found.map(({ from, to }) => [areaOf(from), areaOf(to)]))

/** The nodes that the edges lead back to, sorted. */
function inCycle(edges: readonly (readonly [string, string])[]): string[] {
  const next = Map.groupBy(edges, ([from]) => from)
  const reaches = (node: string, goal: string, visited: Set<string>): boolean =>
    (next.get(node) ?? []).some(([, to]) => {
      if (to === goal) return node !== goal
      if (visited.has(to)) return false
      visited.add(to)
      return reaches(to, goal, visited)
    })
  return [...next.keys()].filter((node) => reaches(node, node, new Set())).sort()
}
