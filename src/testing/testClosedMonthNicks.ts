import { assertDone } from './testClosedMonth.ts'
import type { Attempt } from './testClosedMonthPaths.ts'
import type { ImportWorld } from './testImports.ts'

const CLAIMS = '/api/agent-accounts/claims'

/** Takeovers of a nick from a day in April on: a claim, its confirmation, and its undo. */
export async function nickPaths({ as, staffId, storeId }: ImportWorld): Promise<Attempt[]> {
  const store = storeId('晨曦家居旗舰店')
  const claim = (nick: string) =>
    as('agent').post(CLAIMS, { storeId: store, nick, takesOver: true, fromOn: '2026-04-20' })
  const step = ({ id, version }: { id: number; version: number }, verb: string) =>
    as('head').post(`${CLAIMS}/${id}/${verb}`, { version })
  const nicks = ['晨曦:一', '晨曦:二', '晨曦:三'] as const
  for (const nick of nicks) {
    const bound = { storeId: store, nick, staffId: staffId('agent3'), fromOn: '2026-04-01' }
    assertDone(await as('head').post('/api/agent-accounts', bound), nick)
  }
  const [pending, second] = [await claim(nicks[1]), await claim(nicks[2])]
  assertDone(pending, 'claim')
  assertDone(second, 'claim')
  const confirmed = await step(second.data, 'confirm')
  assertDone(confirmed, 'confirmation')
  return [
    { route: `POST ${CLAIMS}`, call: () => claim(nicks[0]) },
    { route: `POST ${CLAIMS}/:id/confirm`, call: () => step(pending.data, 'confirm') },
    { route: `POST ${CLAIMS}/:id/undo`, call: () => step(confirmed.data, 'undo') },
  ]
}
