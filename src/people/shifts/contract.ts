import * as z from 'zod'
import { Day, endpoint, Id, Version } from '#kit/contract.ts'
import { line } from '#kit/fields.ts'

/** A time of day, `08:00`, `8:00` or `8：00`; `24:00` is `00:00` of the next day. */
const TimeOfDay = z
  .string()
  .trim()
  .max(8)
  .transform((text) => text.replace('：', ':').padStart(5, '0'))
  .refine((text) => /^(([01]\d|2[0-3]):[0-5]\d|24:00)$/.test(text), '请填写时间，如 08:00')
  .transform((text) => (text === '24:00' ? '00:00' : text))

export const ShiftColour = z
  .enum(['blue', 'orange', 'purple', 'navy', 'green', 'cyan', 'magenta', 'gold'])
  .meta({ title: '颜色' })
export type ShiftColour = z.output<typeof ShiftColour>

const Name = line('名称', 10)
/** One character, as a cell of the roster shows it. */
const Mark = z
  .string()
  .trim()
  .max(8)
  .refine((text) => text.length === 1, '标记只能是一个字')
  .meta({ title: '标记' })
const From = TimeOfDay.meta({ title: '上班时间' })
/** On the next day if it is not later than `from`. */
const To = TimeOfDay.meta({ title: '下班时间' })
const BreakMinutes = z.int().min(0).max(480).meta({ title: '休息分钟数' })
const Hours = z.number().min(0).max(24).multipleOf(0.25).meta({ title: '工时' })
const Counts = z
  .union([z.literal(0.5), z.literal(1), z.literal(1.5), z.literal(2)])
  .meta({ title: '折算班次' })

/** A shift from a day on. */
export const ShiftRow = z.object({
  id: z.int(),
  companyCode: z.string(),
  /** The value in assignments, rosters and logs; never changes. */
  code: z.string(),
  name: z.string(),
  mark: z.string(),
  from: z.string(),
  to: z.string(),
  /** Whether it ends on the day after the one to which it belongs. */
  overMidnight: z.boolean(),
  breakMinutes: z.int(),
  /** Hours of work, without the break. */
  hours: z.number(),
  /** How many shifts it counts as. */
  counts: z.number(),
  colour: ShiftColour,
  fromOn: z.string(),
  /** The last day; null if it has no end. */
  toOn: z.string().nullable(),
  /** Whether the row holds today. */
  current: z.boolean(),
  version: z.int(),
})
export type ShiftRow = z.output<typeof ShiftRow>

/** What uses a shift: stores, assignments and roster days of today and later, and whether anything ever did. */
export const ShiftUses = z.object({
  code: z.string(),
  stores: z.int(),
  assignments: z.int(),
  rosterDays: z.int(),
  isUsed: z.boolean(),
})
export type ShiftUses = z.output<typeof ShiftUses>

const step = { id: Id, version: Version }

export const shifts = {
  list: endpoint('GET /api/shifts', {
    // Every role sees shifts of stores, assignments or logs.
    needs: 'canReadStore',
    summary: '班次，按一天的先后；改过时间的班次每个时段一行。总部管理员看到各公司的',
    input: z.strictObject({}),
    output: z.array(ShiftRow),
  }),
  uses: endpoint('GET /api/shifts/uses', {
    needs: 'canAdmin',
    summary: '本公司每个班次用在几家店铺、几条分配、今后几个排班',
    input: z.strictObject({}),
    output: z.array(ShiftUses),
  }),
  create: endpoint('POST /api/shifts', {
    needs: 'canAdmin',
    summary: '添加一个班次，最多 12 个；工时不填就是下班减上班再减休息',
    input: z.strictObject({
      name: Name,
      mark: Mark,
      from: From,
      to: To,
      breakMinutes: BreakMinutes.default(0),
      hours: Hours.optional(),
      counts: Counts.default(1),
      colour: ShiftColour,
      fromOn: Day.meta({ title: '开始日期' }),
    }),
    output: ShiftRow,
  }),
  change: endpoint('POST /api/shifts/:id/change', {
    needs: 'canAdmin',
    summary: '从某天起改一个班次的名称、标记、时间或折算；之前的日子保持原样',
    input: z.strictObject({
      ...step,
      fromOn: Day.meta({ title: '开始日期' }),
      name: Name.optional(),
      mark: Mark.optional(),
      from: From.optional(),
      to: To.optional(),
      breakMinutes: BreakMinutes.optional(),
      hours: Hours.optional(),
      counts: Counts.optional(),
      colour: ShiftColour.optional(),
    }),
    output: ShiftRow,
  }),
  end: endpoint('POST /api/shifts/:id/end', {
    needs: 'canAdmin',
    summary: '停用一个班次；toOn 是最后一天',
    input: z.strictObject({ ...step, toOn: Day.meta({ title: '最后一天' }) }),
    output: ShiftRow,
  }),
  remove: endpoint('DELETE /api/shifts/:id', {
    needs: 'canAdmin',
    summary: '删除一个从未用过的班次',
    input: z.strictObject({ id: Id }),
    output: z.object({ id: z.int() }),
  }),
}
