import type * as z from 'zod'
import type { Actor } from '#access/can.ts'
import type { Database } from '#db/connect.ts'
import { type Clock, type Day, today } from '#kit/calendar.ts'
import { SHOWN_ROWS } from '#operations/imports/contract.ts'
import { ImportableStores } from '#operations/imports/importableStores.ts'
import { blocksOf, maySetUp, type StoreCreators } from '#operations/imports/rules.ts'
import type { StoreFacts } from '#operations/imports/storeFinder.ts'
import { findAdminNames } from '#people/staff/queries.ts'
import type { Proposed, ProposedNick, SetupProposal } from './contract.ts'
import type { FoundStore } from './foundStores.ts'
import { customerNameIn, platformOf } from './names.ts'
import { PeopleOfNicks } from './people.ts'
import { type Preview, type PreviewedGroup, readPreviewedStores } from './previewedStores.ts'
import * as queries from './queries.ts'
import { brandOf, similarStores } from './rules.ts'

/** What a proposal is made for. */
interface Reader {
  db: Database
  actor: Actor
  clock: Clock
}

/** Proposes what can be created from previews; throws NOT_FOUND if one is out of reach or no preview any more. */
export async function proposeSetup(
  reader: Reader,
  ids: readonly number[],
): Promise<z.input<typeof SetupProposal>> {
  const { db, actor } = reader
  const previews = await queries.findPreviews(db, actor, ids)
  const { groups, unknown } = await readPreviewedStores(reader, previews)
  const mayCreate = maySetUp(actor)
  const admins = mayCreate ? [] : await findAdminNames(db, actor.companyCode)
  const days = groups.flatMap(({ on }) => on ?? []).sort()
  const [from, to] = [days[0], days.at(-1)]
  return {
    stores: await proposeStores(reader, unknown, days),
    ...(await proposeNicks(reader, groups, unknown)),
    days: from && to ? { from, to } : null,
    mayCreate,
    admins,
    files: previews.map((preview) => fileOf(preview, groups, { mayCreate, names: admins })),
  }
}

function fileOf({ id, version }: Preview, groups: readonly PreviewedGroup[], creators: StoreCreators) {
  const own = groups.filter(({ batchId }) => batchId === id)
  const ready = own.filter((group) => blocksOf(group, group.format, creators).length === 0)
  return { id, version, groups: own.length, readyGroups: ready.length }
}

/** Numbers the groups of each store: the place of a store is its position in the list. */
function placesOf(stores: readonly { groups: readonly { id: number }[] }[]): queries.Places {
  const placed = stores.flatMap(({ groups }, place) => groups.map(({ id }) => ({ id, place })))
  return { groupIds: placed.map(({ id }) => id), places: placed.map(({ place }) => place) }
}

async function proposeStores(
  { db, actor, clock }: Reader,
  unknown: readonly FoundStore[],
  days: readonly Day[],
): Promise<z.input<typeof Proposed>[]> {
  if (unknown.length === 0) return []
  const places = placesOf(unknown)
  const volumes = await queries.findVolumes(db, places.groupIds)
  const nicks = await queries.countNicks(db, places)
  const importable = new ImportableStores(db, actor, today(clock))
  await importable.load(days.length > 0 ? days : [null])
  const stores = importable.all().map((store) => ({ ...store, brand: brandOf(store.name) }))
  const customers = maySetUp(actor)
    ? await customerFinder(db, actor.companyCode, { unknown, stores })
    : () => null
  const proposed = unknown.map((store, place) => {
    const { key, name, source, hint, platforms } = store
    const customer = customers(name)
    const fitting = stores.filter(({ platform }) => platforms.includes(platform))
    return {
      key,
      name,
      source,
      hint,
      platforms,
      platform: platformOf(name, platforms),
      nicks: nicks.get(place) ?? 0,
      ...sumsOf(store, volumes),
      customer,
      customerName: customer || name === null ? null : customerNameIn(name),
      similar: similarStores(name, fitting).map(toSimilar),
    }
  })
  return proposed.toSorted((a, b) => (b.consultUsers ?? -1) - (a.consultUsers ?? -1))
}

const toSimilar = ({ id, name, platform }: StoreFacts) => ({ id, name, platform })

/** A store within reach, with the comparable form of its name. */
type BrandedStore = StoreFacts & { brand: string }

/** The files, days, rows and buyers of a store. Of two files for the same day the larger one counts. */
function sumsOf({ groups }: FoundStore, volumes: ReadonlyMap<number, queries.GroupVolume>) {
  const days = groups.flatMap(({ on }) => on ?? []).sort()
  const byDay = [...Map.groupBy(groups, ({ on }) => on).values()].map((ofDay) => {
    const found = ofDay.flatMap(({ id }) => volumes.get(id) ?? [])
    const largest = (counts: (number | null)[]) =>
      counts.reduce((a, b) => (b === null ? a : Math.max(a ?? 0, b)), null)
    return {
      consult: largest(found.map(({ consultUsers }) => consultUsers)),
      handled: largest(found.map(({ handledUsers }) => handledUsers)),
    }
  })
  const sum = (counts: (number | null)[]) =>
    counts.reduce((total, count) => (count === null ? total : (total ?? 0) + count), null)
  return {
    fileIds: [...new Set(groups.map(({ batchId }) => batchId))],
    rows: groups.reduce((rows, { id }) => rows + (volumes.get(id)?.rows ?? 0), 0),
    consultUsers: sum(byDay.map(({ consult }) => consult)) ?? sum(byDay.map(({ handled }) => handled)),
    from: days[0] ?? null,
    to: days.at(-1) ?? null,
  }
}

/**
 * Returns a function that finds the customer of a store by its name: the only one with the same name apart from place
 * and legal form, otherwise the only one with stores of the same brand.
 */
async function customerFinder(
  db: Database,
  companyCode: string,
  { unknown, stores }: { unknown: readonly FoundStore[]; stores: readonly BrandedStore[] },
): Promise<(storeName: string | null) => queries.FoundCustomer | null> {
  const names = unknown.flatMap(({ name }) => name ?? [])
  const brands = new Set(names.map(brandOf))
  const byName = await queries.findCustomersByName(db, companyCode, [...brands])
  const sameBrand = stores.filter((store) => store.companyCode === companyCode && brands.has(store.brand))
  const ofStores = await queries.findCustomersOfStores(
    db,
    sameBrand.map(({ id }) => id),
  )
  const byBrand = Map.groupBy(sameBrand, ({ brand }) => brand)
  return (storeName) => {
    if (storeName === null) return null
    const brand = brandOf(storeName)
    const owners = (byBrand.get(brand) ?? []).flatMap(({ id }) => ofStores.get(id) ?? [])
    return onlyOne(byName.get(brand) ?? []) ?? onlyOne(owners)
  }
}

function onlyOne(customers: readonly queries.FoundCustomer[]): queries.FoundCustomer | null {
  const [only, ...others] = new Map(customers.map((customer) => [customer.id, customer])).values()
  return only && others.length === 0 ? only : null
}

/** Proposes the people of the nicks without an owner: those without a proposal first, then by buyers handled. */
async function proposeNicks(
  { db, actor, clock }: Reader,
  groups: readonly PreviewedGroup[],
  unknown: readonly FoundStore[],
): Promise<{ nicks: ProposedNick[]; nicksTotal: number }> {
  const own = groups.filter(({ isOwn }) => isOwn)
  const known = [...Map.groupBy(own, ({ storeId }) => storeId)].flatMap(([storeId, ofStore]) =>
    storeId === null ? [] : { key: null, storeId, name: ofStore[0]?.storeName ?? null, groups: ofStore },
  )
  const places = [...unknown.map((store) => ({ ...store, storeId: null })), ...known]
  const open = await queries.findOpenNicks(db, placesOf(places))
  const people = new PeopleOfNicks(
    await queries.findPeople(db, actor),
    await queries.findBoundNicks(db, actor.companyCode, today(clock)),
  )
  const nicks = open.map(({ place, nick, handledUsers, fileIds }): ProposedNick => {
    const { key = null, storeId = null, name = null } = places[place] ?? {}
    const meant = people.propose(nick)
    return {
      nick,
      storeKey: key,
      storeId,
      storeName: name,
      handledUsers,
      fileIds,
      staff: meant?.staff ?? null,
      reason: meant?.reason ?? null,
    }
  })
  const sorted = nicks.toSorted((a, b) => Number(a.staff !== null) - Number(b.staff !== null))
  return { nicks: sorted.slice(0, SHOWN_ROWS), nicksTotal: open[0]?.total ?? 0 }
}
