import type { Database } from '#db/connect.ts'
import { addressRefusedError, isAllowed } from '#people/sessions/addresses/rules.ts'

/** The allowed addresses of a company with their notes. */
export async function getAddressRule(db: Database, companyCode: string) {
  const row = await db
    .selectFrom('signInAddressRule')
    .select(['addresses', 'notes', 'version'])
    .where('companyCode', '=', companyCode)
    .executeTakeFirst()
  return row ?? { addresses: [], notes: [], version: 0 }
}

type AddressLists = Pick<Awaited<ReturnType<typeof getAddressRule>>, 'addresses' | 'notes'>

/** The addresses as in the log and on a terminal: each with its note. */
export function addressLines({ addresses, notes }: AddressLists): string[] {
  return addresses.map((address, index) => [address, notes[index]].filter(Boolean).join(' '))
}

/** Throws `AddressRefused` if the company does not allow sign-in from the address. */
export async function assertAllowedAddress(db: Database, companyCode: string, ip: string): Promise<void> {
  const { addresses } = await getAddressRule(db, companyCode)
  if (!isAllowed(addresses, ip)) throw addressRefusedError(ip)
}

interface NewRule {
  companyCode: string
  addresses: string[]
  notes: string[]
  updatedAt: Date
  updatedBy: number | null
}

/** Sets the allowed addresses of a company; returns false unless `version` is current. */
export async function putAddressRule(db: Database, rule: NewRule, version: number): Promise<boolean> {
  const { companyCode: _, ...changes } = rule
  const row = await db
    .insertInto('signInAddressRule')
    .values(rule)
    .onConflict((clash) =>
      clash
        .column('companyCode')
        .doUpdateSet((eb) => ({ ...changes, version: eb('signInAddressRule.version', '+', 1) }))
        .where('signInAddressRule.version', '=', version),
    )
    .returning('version')
    .executeTakeFirst()
  return row !== undefined
}
