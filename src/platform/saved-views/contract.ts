import * as z from 'zod'
import { endpoint, Id, Version } from '#kit/contract.ts'
import { line } from '#kit/fields.ts'

/** The audience of a view: its owner, a head's team or the whole company. */
export const ViewScope = z.enum(['personal', 'team', 'company']).meta({ title: '谁可以用' })
export type ViewScope = z.output<typeof ViewScope>

/** The list's key, as in its preferences: `list.stores`. */
const List = z
  .string()
  .max(64)
  .regex(/^list(\.[a-z0-9][a-z0-9-]*)+$/)
  .meta({ title: '列表' })

/** The query string of the list: `status=serving&sort=-name`. The list ignores unknown parameters. */
const Query = z
  .string()
  .max(2_000, '筛选条件太长，请减少几项')
  .regex(/^[\x21-\x7e]*$/)
  .meta({ title: '筛选条件' })

const Keys = z.string().max(64)

/** The table layout, by column key; unknown keys are ignored. */
export const TableLayout = z.strictObject({
  dense: z.boolean(),
  shown: z.record(Keys, z.boolean()),
  order: z.array(Keys).max(60),
  pins: z.record(Keys, z.enum(['start', 'end', 'none'])),
})

const name = line('视图名称', 20)

const fields = { name, scope: ViewScope, query: Query, look: TableLayout }

/** A saved view in API format. */
export const SavedView = z.object({
  id: z.int(),
  list: z.string(),
  name: z.string(),
  scope: ViewScope,
  query: z.string(),
  look: TableLayout,
  ownerName: z.string(),
  /** Whether this user may rename, change and delete it. */
  mine: z.boolean(),
  version: z.int(),
})

export type SavedView = z.output<typeof SavedView>

export const savedViews = {
  list: endpoint('GET /api/saved-views', {
    needs: 'signedIn',
    summary: '本人能用的视图：自己的、本组的、全公司的，一次取全',
    input: z.strictObject({}),
    output: z.array(SavedView),
  }),
  create: endpoint('POST /api/saved-views', {
    needs: 'signedIn',
    summary: '保存一个视图；给本组用须是组长，给全公司用须是管理员',
    input: z.strictObject({ list: List, ...fields }),
    output: SavedView,
  }),
  update: endpoint('PATCH /api/saved-views/:id', {
    needs: 'signedIn',
    summary: '改名、换一组条件和列、改给谁用；只有保存它的人，公司视图还有管理员',
    input: z.strictObject({ id: Id, version: Version, ...z.object(fields).partial().shape }),
    output: SavedView,
  }),
  remove: endpoint('DELETE /api/saved-views/:id', {
    needs: 'signedIn',
    summary: '删除一个视图；只有保存它的人，公司视图还有管理员',
    input: z.strictObject({ id: Id }),
    output: z.object({ id: z.int() }),
  }),
}
