import * as z from 'zod'
import { endpoint } from '#kit/contract.ts'

export const Unread = z.object({ unread: z.int() })

/** The endpoint that every page calls. The rest of the contract is loaded when the user opens the bell. */
export const bell = {
  unread: endpoint('GET /api/notices/unread', {
    needs: 'signedIn',
    summary: '本人有几条未读通知',
    input: z.strictObject({}),
    output: Unread,
  }),
}
