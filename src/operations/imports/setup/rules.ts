import type { Day } from '#kit/calendar.ts'
import { AppError } from '#kit/errors.ts'
import { nameKey } from '#kit/fields.ts'
import { word } from '#kit/text.ts'
import type { Books } from '#people/books/rules.ts'
import { customerNameIn } from './names.ts'

/** The error for a user who cannot create customers and stores from files. */
export function notPermitted(admins: readonly string[]): AppError {
  const name = admins.length > 0 ? admins : word('管理员')
  return new AppError('FORBIDDEN', '只有管理员可以从文件新建店铺，请联系{name}。', { values: { name } })
}

/** Throws WRONG_STATE if the run was undone. */
export function assertNotUndone({ status }: { status: string }): void {
  if (status === 'undone') throw new AppError('WRONG_STATE', '这次新建已经撤销过了。')
}

/**
 * The first day of a store's service: its first day in the files. Service cannot begin in a closed month, so that it
 * begins with the first open one instead; today if the files have no day.
 */
export function serviceStart(days: readonly (Day | null)[], { from, openFrom, today }: Books): Day {
  const [first = today] = days.filter((day) => day !== null).sort()
  const isAnyClosed = from !== null && openFrom > `${from}-01`
  return isAnyClosed && first < openFrom ? openFrom : first
}

/** An existing store with the comparable form of its name (`brandOf`). */
interface BrandedStore {
  id: number
  brand: string
}

/** Brands of this length or more also match as a part of another one, or with one different character. */
const MIN_PART = 2
const MIN_TYPO = 4
const MAX_SIMILAR = 5

/**
 * Returns the stores that a name may mean, at most 5: those of the same brand first, then those whose brand is a part of
 * the other one, then those that differ in one character.
 */
export function similarStores<S extends BrandedStore>(name: string | null, stores: readonly S[]): S[] {
  if (name === null) return []
  const brand = brandOf(name)
  return stores
    .map((store) => ({ store, distance: distanceOf(brand, store.brand) }))
    .filter(({ distance }) => distance !== null)
    .toSorted((a, b) => Number(a.distance) - Number(b.distance) || a.store.id - b.store.id)
    .slice(0, MAX_SIMILAR)
    .map(({ store }) => store)
}

/** The comparable form of a store's name without platform and kind of store. */
export const brandOf = (storeName: string) => nameKey(customerNameIn(storeName))

function distanceOf(brand: string, other: string): 0 | 1 | 2 | null {
  if (brand === other) return 0
  const [shorter, longer] = brand.length < other.length ? [brand, other] : [other, brand]
  if (shorter.length >= MIN_PART && longer.includes(shorter)) return 1
  return shorter.length >= MIN_TYPO && differsByOne(shorter, longer) ? 2 : null
}

/** Whether two texts of the same length differ in one character. */
function differsByOne(one: string, other: string): boolean {
  const letters = [...one]
  const others = [...other]
  return (
    letters.length === others.length && letters.filter((letter, at) => letter !== others[at]).length === 1
  )
}
