import * as z from 'zod'
import { endpoint } from '#kit/contract.ts'

export const Unread = z.object({ unread: z.int() })

/** What every screen asks; the rest of the contract comes when somebody opens the bell. */
export const bell = {
  unread: endpoint('GET /api/notices/unread', {
    needs: 'signedIn',
    summary: '本人有几条未读通知',
    input: z.strictObject({}),
    output: Unread,
  }),
}
