import * as z from 'zod'
import { endpoint } from '#kit/contract.ts'

const Words = z.string().max(300)

export const exportLog = {
  record: endpoint('POST /api/exports', {
    needs: 'signedIn',
    summary: '记下一次导出：哪个列表、什么条件、哪些列、多少行；写入操作日志之后浏览器才保存文件',
    input: z.strictObject({
      /** The list, as its preferences name it: `list.stores`. */
      list: z
        .string()
        .max(64)
        .regex(/^[a-z][a-z0-9.-]*$/)
        .meta({ title: '列表' }),
      module: z.string().trim().min(1).max(60).meta({ title: '模块' }),
      filters: z.array(Words).max(30).meta({ title: '筛选条件' }),
      columns: z.array(Words).min(1).max(100).meta({ title: '列' }),
      rows: z.int().min(0).max(100_000).meta({ title: '数据行数' }),
    }),
    output: z.null(),
  }),
}

export type ExportEntry = z.output<typeof exportLog.record.input>
