import * as z from 'zod'
import { endpoint } from '#kit/contract.ts'
import { companies } from '#people/companies/contract.ts'
import { bell } from '#platform/notices/bellContract.ts'
import { preferences } from '#platform/preferences/contract.ts'
import { savedViews } from '#platform/saved-views/contract.ts'

/** What every page of the console reads first, in one request; each part is the response of an endpoint of its own. */
export const startup = {
  get: endpoint('GET /api/startup', {
    needs: 'signedIn',
    summary:
      '打开任一页面都要先读的，一次取全：本人的界面偏好、能用的视图、未读通知数，总部管理员另有公司名单',
    input: z.strictObject({}),
    output: z.object({
      preferences: preferences.list.output,
      savedViews: savedViews.list.output,
      unread: bell.unread.output,
      /** The options of the company fields; null for users who do not see them. */
      companies: companies.list.output.nullable(),
    }),
  }),
}
