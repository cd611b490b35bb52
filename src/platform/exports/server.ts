import type * as z from 'zod'
import { changesBetween } from '#kit/audit.ts'
import { addDays, today } from '#kit/calendar.ts'
import type { FindFormatter } from '#kit/cellFormatter.ts'
import { AppError } from '#kit/errors.ts'
import type { FindList } from '#kit/listReading.ts'
import { type Handlers, type Served, serve } from '#kit/serve.ts'
import { fromStored } from '#kit/text.ts'
import { type ExportFile, type ExportRequest, exportFiles, exportLog } from './contract.ts'
import { lineOfSentParts } from './downloads.ts'
import * as queries from './queries.ts'
import { assertCancellable, assertDone, assertRoom, assertRows, RETENTION_DAYS } from './rules.ts'

export const exportLogServer = serve(exportLog, {
  record: (context, { list, ...details }) => {
    context.record({
      action: 'export',
      entity: 'export',
      recordId: list,
      changes: changesBetween({}, details),
    })
    return null
  },
})

type Row = Awaited<ReturnType<typeof queries.insertFile>>

function toExportFile({ failure, ...row }: Row): z.input<typeof ExportFile> {
  return {
    ...row,
    failure: failure === null ? null : fromStored(failure),
    createdAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
  }
}

/** The logged request of a background export; the worker logs the rows after writing them. */
const loggedRequest = ({ module, filters, columns }: ExportRequest) => ({
  module,
  filters,
  columns: columns.map(({ title }) => title),
  background: true,
})

/** Handlers for the user's own files. */
const fileHandlers: Omit<Handlers<typeof exportFiles>, 'start'> = {
  list: async ({ db, actor }) => (await queries.findFiles(db, actor.id)).map(toExportFile),

  cancel: async ({ db, actor, clock, record }, { id }) => {
    const { state } = await queries.getFile(db, actor.id, id)
    assertCancellable(state)
    await queries.deleteParts(db, id)
    const expiresOn = addDays(today(clock), RETENTION_DAYS)
    const row = await queries.updateFile(db, id, { state: 'cancelled', finishedAt: clock(), expiresOn })
    record({ action: 'cancel', entity: 'export', recordId: id, changes: { state: [state, row.state] } })
    return toExportFile(row)
  },

  download: async ({ db, actor, record }, { id }) => {
    const { state, name, rowsDone } = await queries.getFile(db, actor.id, id)
    assertDone(state)
    const parts = await queries.countParts(db, id)
    record({
      action: 'download',
      entity: 'export',
      recordId: id,
      changes: changesBetween({}, { name, rows: rowsDone, parts }),
    })
    return { name, parts }
  },

  part: {
    // A read that counts: `downloads.ts` writes the counts to the audit log.
    ownTransaction: async ({ actor }, { id, no }, transact) => {
      const bytes = await transact(({ db }) => queries.sendPart(db, actor.id, { id, no }))
      return { base64: bytes.toString('base64') }
    },
  },

  remove: async ({ db, actor, record }, { id }) => {
    const file = await queries.getFile(db, actor.id, id)
    const { name } = file
    const sent = lineOfSentParts(file, await queries.countParts(db, id))
    if (sent) record(sent)
    await queries.deleteFile(db, id)
    record({ action: 'remove', entity: 'export', recordId: id, changes: { name: [name, null] } })
    return { id }
  },
}

/** Throws INVALID for an unknown cell formatter: the page is older or newer than the server. */
function assertFormatters({ columns }: ExportRequest, findFormatter: FindFormatter): void {
  if (columns.every(({ from: { words } }) => words === undefined || findFormatter(words))) return
  throw new AppError('INVALID', '页面与系统的版本不一致，请刷新页面后重新导出。')
}

/** Serves the download centre. `findList` finds the lists that can be exported, `findFormatter` their cell formatters. */
export function exportFilesServer(findList: FindList, findFormatter: FindFormatter): Served {
  return serve(exportFiles, {
    ...fileHandlers,

    start: async (context, request) => {
      const { db, actor, clock, record } = context
      const list = findList(request.path)
      if (!list) throw new AppError('INVALID', '这个列表不能在后台导出。')
      list.check(context, request.query)
      assertFormatters(request, findFormatter)
      assertRoom(await queries.countFiles(db, actor.id))
      const { total } = await list.read(context, request.query, { current: 1, pageSize: 1 })
      assertRows(total)
      const row = await queries.insertFile(db, {
        companyCode: actor.companyCode,
        staffId: actor.id,
        name: request.module,
        request: JSON.stringify(request),
        rowsTotal: total,
        createdAt: clock(),
      })
      const changes = changesBetween({}, loggedRequest(request))
      record({ action: 'export', entity: 'export', recordId: request.list, changes })
      return toExportFile(row)
    },
  })
}
