import type * as z from 'zod'
import { today } from '#kit/calendar.ts'
import { countRow } from '#kit/consequences.ts'
import { dryRunInTransaction } from '#kit/savepoint.ts'
import { type Context, type Served, serve } from '#kit/serve.ts'
import { type ClockPerson, clock } from './contract.ts'
import { listDays } from './days.ts'
import { type AttendanceCorrections, decideDays, reverseDecision } from './decisions.ts'
import * as files from './files.ts'
import { type PreviewRow, personFinder } from './preview.ts'
import * as queries from './queries.ts'

type PeopleInput = z.output<typeof clock.people.input>
type Person = z.input<typeof ClockPerson>

/** The people of the files: unknown ones first. For a head, people of other teams are left out. */
async function listPeople(
  { db, actor, clock: now }: Context,
  { only, sort, current, pageSize }: PeopleInput,
) {
  const { companyCode } = actor
  const found = await queries.findFilePeople(db, actor, files.peopleSince(today(now)))
  const staff = await queries.findKnownPeople(db, actor, companyCode)
  const bound = {
    wecom: await queries.findBound(db, companyCode, 'wecom'),
    dingtalk: await queries.findBound(db, companyCode, 'dingtalk'),
  }
  const all = found.flatMap(({ employeeNo, ...person }): Person[] => {
    const { source, key } = person
    const known = personFinder(staff, bound[source])({ ...person, employeeNo })
    const one = known === 'several' ? null : known
    if (one && (!one.reached || !one.isAgent)) return []
    const named = { staffId: one?.id ?? null, staffName: one?.name ?? null }
    return [{ id: `${source} ${key}`, ...person, ...named, bound: bound[source].has(key) }]
  })
  const listed = all
    .filter(({ staffId }) => only === undefined || (only === 'unknown') === (staffId === null))
    .sort(sort ? byName(sort) : unknownFirst)
  return {
    items: listed.slice((current - 1) * pageSize, current * pageSize),
    total: listed.length,
    unknown: all.filter(({ staffId }) => staffId === null).length,
  }
}

const compareNames = (a: Person, b: Person) =>
  a.name.localeCompare(b.name, 'zh-CN') || (a.key < b.key ? -1 : 1)

const unknownFirst = (a: Person, b: Person) =>
  Number(a.staffId !== null) - Number(b.staffId !== null) || compareNames(a, b)

const byName = (sort: string) => (a: Person, b: Person) =>
  sort.startsWith('-') ? compareNames(b, a) : compareNames(a, b)

async function undoConsequences(context: Context, id: number, corrections: AttendanceCorrections) {
  const { deleted, restored, reversed } = await dryRunInTransaction(context, async (inner) => {
    const { version } = await queries.getFile(inner.db, inner.actor, id)
    return files.undoFile(inner, { id, version }, corrections)
  })
  return {
    items: [
      ...countRow('删除的打卡（人 × 天）', deleted - restored),
      ...countRow('恢复为之前文件的打卡', restored),
      ...countRow('撤回的出勤决定', reversed),
    ],
  }
}

const toRow = ({ row, name, on, punches, state, reason }: PreviewRow) => ({
  row,
  name,
  on,
  punches: [...punches],
  state,
  reason,
})

/** The server of clock records; `corrections` writes those of the payroll. */
export const clockServer = (corrections: AttendanceCorrections): Served =>
  serve(
    clock,
    {
      days: listDays,
      decide: {
        ownTransaction: async (_context, input, transact) => ({
          results: await decideDays(transact, input, corrections),
        }),
      },
      reverse: async (context, { id }) => {
        await reverseDecision(context, id, corrections)
        return { id }
      },
      files: async ({ db, actor }, query) => {
        const { items, total } = await queries.findFiles(db, actor, query)
        return { items: items.map(files.toListedFile), total }
      },
      upload: { ownTransaction: (context, _input, transact) => files.uploadFile(context, transact) },
      file: async (context, { id }) =>
        files.toFile(context, await queries.getFile(context.db, context.actor, id)),
      rows: async (context, { id, state, current, pageSize }) => {
        const all = await files.readRows(context, await queries.getFile(context.db, context.actor, id))
        const rows = state ? all.filter((row) => state.includes(row.state)) : all
        const shown = rows.slice((current - 1) * pageSize, current * pageSize)
        return { items: shown.map(toRow), total: rows.length }
      },
      commit: files.commitFile,
      undoConsequences: (context, { id }) => undoConsequences(context, id, corrections),
      undo: async (context, input) => {
        await files.undoFile(context, input, corrections)
        return files.toFile(context, await queries.getFile(context.db, context.actor, input.id))
      },
      people: listPeople,
      bind: async (context, input) => ({ written: await files.bindPerson(context, input) }),
    },
    corrections.conflicts,
  )
