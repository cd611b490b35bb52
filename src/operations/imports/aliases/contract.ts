import * as z from 'zod'
import { endpoint, Id, Keyword, many, page, paged } from '#kit/contract.ts'
import { line } from '#kit/fields.ts'
import { FileField, FilePlatform } from '#operations/imports/contract.ts'

/** A header that a platform's file uses for a field. Built-in aliases have no id and cannot be removed. */
export const ImportAlias = z.object({
  id: z.int().nullable(),
  companyCode: z.string().nullable(),
  platform: FilePlatform,
  header: z.string(),
  field: FileField,
  builtIn: z.boolean(),
  createdByName: z.string().nullable(),
  createdAt: z.iso.datetime().nullable(),
})
export type ImportAlias = z.output<typeof ImportAlias>

export const importAliases = {
  list: endpoint('GET /api/import-aliases', {
    needs: 'canAdmin',
    summary: '表头别名：本公司添加的在前，内置的在后',
    input: page(
      {
        keyword: Keyword,
        platform: many(FilePlatform),
        field: many(FileField),
        builtIn: z.stringbool().optional(),
      },
      ['id'],
    ),
    output: paged(ImportAlias),
  }),
  create: endpoint('POST /api/import-aliases', {
    needs: 'canAdmin',
    summary: '添加表头别名，下一次导入起生效',
    input: z.strictObject({ platform: FilePlatform, header: line('表头', 100), field: FileField }),
    output: ImportAlias,
  }),
  remove: endpoint('DELETE /api/import-aliases/:id', {
    needs: 'canAdmin',
    summary: '删除本公司添加的表头别名',
    input: z.strictObject({ id: Id }),
    output: z.object({ id: z.int() }),
  }),
}
