import { AppError, invalidField } from '#kit/errors.ts'
import { type Context, type Served, serve } from '#kit/serve.ts'
import { updatedNow } from '#kit/stamps.ts'
import { assertVersion } from '#kit/version.ts'
import { isAllowed, plainAddress } from '#people/sessions/addresses/rules.ts'
import type { SignInServices } from '#people/sign-in/signInServices.ts'
import { type AddressRule, signInAddresses } from './contract.ts'
import { addressLines, getAddressRule, putAddressRule } from './queries.ts'

type Row = Awaited<ReturnType<typeof getAddressRule>>

/** Serves the addresses from which the people of the user's company may sign in. */
export function signInAddressesServer({ isProxyIgnored = () => false }: SignInServices): Served {
  const toRule = ({ addresses, notes, version }: Row, { ip }: Context): AddressRule => ({
    addresses: addresses.map((address, index) => ({ address, note: notes[index] || null })),
    version,
    currentAddress: plainAddress(ip),
    proxyIgnored: isProxyIgnored(),
  })
  return serve(signInAddresses, {
    get: async (context) => toRule(await getAddressRule(context.db, context.actor.companyCode), context),

    set: async (context, { addresses: entries, version }) => {
      const { db, actor, clock, record, ip } = context
      const { companyCode } = actor
      const before = await getAddressRule(db, companyCode)
      assertVersion(before, version, (row) => toRule(row, context))
      const addresses = entries.map(({ address }) => address)
      if (!isAllowed(addresses, ip)) {
        const problem = '您现在的地址 {ip} 不在其中，保存后您自己也不能登录。请先加上它。'
        throw invalidField('addresses', problem, { ip: plainAddress(ip) })
      }
      const notes = entries.map(({ note }) => note ?? '')
      const rule = { companyCode, addresses, notes, ...updatedNow({ actor, clock }) }
      if (!(await putAddressRule(db, rule, version))) {
        throw new AppError('STALE', '别人刚刚改过这项设置，您的修改没有保存，请刷新后再改。')
      }
      const after = await getAddressRule(db, companyCode)
      const changes = { signInAddresses: [addressLines(before), addressLines(after)] as [unknown, unknown] }
      record({ action: 'update', entity: 'company', recordId: companyCode, changes })
      return toRule(after, context)
    },
  })
}
