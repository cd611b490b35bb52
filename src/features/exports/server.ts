import { changesBetween } from '#kit/audit.ts'
import { serve } from '#kit/serve.ts'
import { exportLog } from './contract.ts'

export const exportsServer = serve(exportLog, {
  record: (context, { list, ...told }) => {
    context.record({ action: 'export', entity: 'export', recordId: list, changes: changesBetween({}, told) })
    return null
  },
})
