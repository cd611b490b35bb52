import { nameKey } from '#kit/fields.ts'
import type { ProposedNick } from './contract.ts'
import { flowerNameIn, partsOfNick } from './names.ts'

/** An active agent of the company. Only people within the user's reach are proposed; the others make a nick ambiguous. */
export interface Person {
  id: number
  name: string
  isReached: boolean
}

/** A nick that is bound to a person in some store. */
export interface BoundNick {
  nick: string
  staffId: number
}

type Reason = NonNullable<ProposedNick['reason']>

/** The people that a word means. */
class Meanings {
  readonly #people = new Map<string, Set<number>>()

  add(word: string, id: number): void {
    const key = nameKey(word)
    this.#people.set(key, (this.#people.get(key) ?? new Set()).add(id))
  }

  of(word: string | null): number[] {
    return word === null ? [] : [...(this.#people.get(nameKey(word)) ?? [])]
  }
}

/** Proposes the person of a nick, only if everything that is known means the same person. */
export class PeopleOfNicks {
  readonly #byId: ReadonlyMap<number, Person>
  readonly #names = new Meanings()
  readonly #nicks = new Meanings()
  readonly #flowerNames = new Meanings()

  constructor(people: readonly Person[], bound: readonly BoundNick[]) {
    this.#byId = new Map(people.map((person) => [person.id, person]))
    for (const { id, name } of people) this.#names.add(name, id)
    for (const { nick, staffId } of bound) {
      this.#nicks.add(nick, staffId)
      const flowerName = flowerNameIn(nick)
      if (flowerName) this.#flowerNames.add(flowerName, staffId)
    }
  }

  /** Returns the person and the reason; null if several people or none may be meant. */
  propose(nick: string): { staff: { id: number; name: string }; reason: Reason } | null {
    const found: [Reason, number[]][] = [
      ['name', [nick, ...partsOfNick(nick)].flatMap((part) => this.#names.of(part))],
      ['bound', this.#nicks.of(nick)],
      ['flowerName', this.#flowerNames.of(flowerNameIn(nick))],
    ]
    const ids = new Set(found.flatMap(([, meant]) => meant))
    const [id] = ids
    const staff = ids.size === 1 && id !== undefined ? this.#byId.get(id) : undefined
    const reason = found.find(([, meant]) => meant.length > 0)?.[0]
    return staff?.isReached && reason ? { staff: { id: staff.id, name: staff.name }, reason } : null
  }
}
