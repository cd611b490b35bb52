import type * as z from 'zod'
import { IMPORT_STATEMENT_LIMIT_SECONDS } from '#db/statementLimits.ts'
import { setStatementTimeout } from '#db/statementTimeout.ts'
import { AppError } from '#kit/errors.ts'
import type { Context } from '#kit/serve.ts'
import { commitImport } from '#operations/imports/commitImport.ts'
import { resolveGroups, splitPreview, touchPreviews } from '#operations/imports/groupQueries.ts'
import { assertBatchVersion } from '#operations/imports/preview.ts'
import { findGroups, lockBatch } from '#operations/imports/queries.ts'
import { assertStep, blocksOf, maySetUp } from '#operations/imports/rules.ts'
import { findAdminNames } from '#people/staff/queries.ts'
import { bindPeople } from './bindPeople.ts'
import { chooseStores } from './chosenStores.ts'
import type { importSetup, SetupInput } from './contract.ts'
import { type Created, type CreatedStore, createRecords } from './createRecords.ts'
import type { Makers } from './makers.ts'
import { type Preview, readPreviewedStores } from './previewedStores.ts'
import { findPreviews, findStates, insertSetup, type SetupRecord } from './queries.ts'
import { notPermitted } from './rules.ts'

type SetUpFile = z.input<typeof importSetup.run.output>['files'][number]

/** Throws FORBIDDEN, with the names of people who may, for users who cannot create stores from files. */
export async function assertMayRun({ db, actor }: Context): Promise<void> {
  if (!maySetUp(actor)) throw notPermitted(await findAdminNames(db, actor.companyCode))
}

/**
 * Creates customers, stores and nick bindings from previews and, with `commit`, imports what can be written, in the
 * request's transaction. Returns the run's id and the files. Throws NOT_FOUND or STALE for a preview that is out of reach
 * or changed, INVALID with the wrong fields, and CONFLICT if there is nothing to do.
 */
export async function runSetup(
  context: Context,
  input: SetupInput,
  makers: Makers,
): Promise<{ id: number; files: SetUpFile[] }> {
  const { db } = context
  await assertMayRun(context)
  await setStatementTimeout(db, IMPORT_STATEMENT_LIMIT_SECONDS)
  const previews = await lockPreviews(context, input.files)
  const { groups, unknown } = await readPreviewedStores(context, previews)
  const created = await createRecords(context, await chooseStores(context, input.stores, unknown), makers)
  await resolveStores(context, created.stores)
  const groupIds = groups.map(({ id }) => id)
  const bound = await bindPeople(context, input.nicks, { stores: created.stores, groupIds })
  const files = await commitPreviews(context, previews, input)
  const storeDays = files.reduce((sum, { committedGroups }) => sum + committedGroups, 0)
  if (input.stores.length + bound.length + storeDays === 0) {
    throw new AppError('CONFLICT', '没有可以新建或导入的内容，没有写入任何数据。')
  }
  const id = await saveRun(context, { created, bound, previews, storeDays })
  return { id, files }
}

/** Locks the previews of the request, in ascending id order; throws NOT_FOUND, WRONG_STATE or STALE. */
async function lockPreviews(context: Context, files: SetupInput['files']): Promise<Preview[]> {
  const { db, actor } = context
  const versions = new Map(files.map(({ id, version }) => [id, version]))
  for (const [id, version] of [...versions].toSorted(([a], [b]) => a - b)) {
    const batch = await lockBatch(db, actor, id)
    assertStep(batch.status, 'commit')
    await assertBatchVersion(context, batch, version)
  }
  return findPreviews(db, actor, [...versions.keys()])
}

/** Assigns the groups of the created stores, and marks their previews as changed. */
async function resolveStores({ db, actor, clock }: Context, stores: readonly CreatedStore[]): Promise<void> {
  for (const { id, found } of stores) {
    await resolveGroups(db, { storeId: id, groupIds: found.groups.map((group) => group.id) })
  }
  const groupIds = stores.flatMap(({ found }) => found.groups.map((group) => group.id))
  await touchPreviews(db, groupIds, { actorId: actor.id, now: clock() })
}

/** Commits the groups of each preview that can be written; the others are left as a preview. */
async function commitPreviews(
  context: Context,
  previews: readonly Preview[],
  { files, commit }: Pick<SetupInput, 'files' | 'commit'>,
): Promise<SetUpFile[]> {
  const { db, actor } = context
  const ids = previews.map(({ id }) => id)
  const groups = Map.groupBy(await findGroups(db, ids), ({ batchId }) => batchId)
  const restIds = new Map<number, number>()
  const committed = new Map<number, number>()
  const choices = new Map(files.map((file) => [file.id, file]))
  for (const { id, platform, version } of await findPreviews(db, actor, ids)) {
    const own = groups.get(id) ?? []
    const { leave = [], replaceWholeStore } = choices.get(id) ?? {}
    const isLeft = (group: (typeof own)[number]) =>
      leave.some(({ storeId, on }) => group.storeId === storeId && group.on === on) ||
      blocksOf(group, platform, { mayCreate: true, names: [] }).length > 0
    const left = own.filter(isLeft).map((group) => group.id)
    if (!commit || left.length === own.length) continue
    if (left.length > 0) restIds.set(id, await splitPreview(db, id, left))
    const { storeDays } = await commitImport(context, { id, version, replaceWholeStore })
    committed.set(id, storeDays)
  }
  return (await findStates(db, ids)).map((file) => {
    const committedGroups = committed.get(file.id) ?? 0
    const leftGroups = (groups.get(file.id) ?? []).length - committedGroups
    return { ...file, committedGroups, leftGroups, restId: restIds.get(file.id) ?? null }
  })
}

async function saveRun(
  { db, actor, clock, record }: Context,
  run: {
    created: Created
    bound: readonly { id: number; previousFromOn: string | null }[]
    previews: readonly Preview[]
    storeDays: number
  },
): Promise<number> {
  const { created, bound, previews, storeDays } = run
  const { customers, stores } = created
  const { companyCode } = actor
  const records: SetupRecord[] = [
    ...customers.map(({ id }) => ({ kind: 'customer' as const, recordId: id })),
    ...stores.map(({ id }) => ({ kind: 'store' as const, recordId: id })),
    ...bound.map(({ id, previousFromOn }) => ({ kind: 'nick' as const, recordId: id, previousFromOn })),
    ...previews.map(({ id }) => ({ kind: 'import' as const, recordId: id })),
  ]
  const counts = {
    customers: customers.length,
    stores: stores.length,
    nicks: bound.length,
    files: previews.length,
    storeDays,
  }
  const id = await insertSetup(db, { ...counts, companyCode, createdBy: actor.id, at: clock() }, records)
  record({
    action: 'create',
    entity: 'import-setup',
    recordId: id,
    companyCode,
    changes: {
      customers: [null, customers.map(({ name }) => name)],
      stores: [null, stores.map(({ name }) => name)],
      nicks: [null, bound.length],
      fileNames: [null, previews.map(({ fileName }) => fileName)],
      storeDays: [null, storeDays],
    },
  })
  return id
}
