import * as z from 'zod'
import { endpoint, Id, Version } from '#kit/contract.ts'
import { line } from '#kit/fields.ts'

/** Whom a view is for: the person alone, a head's team, the whole company. */
export const ViewScope = z.enum(['personal', 'team', 'company']).meta({ title: '谁可以用' })
export type ViewScope = z.output<typeof ViewScope>

/** The list as its preferences name it: `list.stores`. */
const List = z
  .string()
  .max(64)
  .regex(/^list(\.[a-z0-9][a-z0-9-]*)+$/)
  .meta({ title: '列表' })

/** The address of the list without its path: `status=serving&sort=-name`. What the list does not know it leaves aside. */
const Query = z
  .string()
  .max(2_000, '筛选条件太长，请减少几项')
  .regex(/^[\x21-\x7e]*$/)
  .meta({ title: '筛选条件' })

const Keys = z.string().max(64)

/** How the columns stand, by key; a key that the list does not have counts for nothing. */
export const Look = z.strictObject({
  dense: z.boolean(),
  shown: z.record(Keys, z.boolean()),
  order: z.array(Keys).max(60),
  pins: z.record(Keys, z.enum(['start', 'end', 'none'])),
})

const name = line('视图名称', 20)

const fields = { name, scope: ViewScope, query: Query, look: Look }

/** A view as its people see it. */
export const SavedView = z.object({
  id: z.int(),
  list: z.string(),
  name: z.string(),
  scope: ViewScope,
  query: z.string(),
  look: Look,
  ownerName: z.string(),
  /** Whether this person may rename, change and delete it. */
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
