import { hideCompany } from '#access/can.ts'
import { useCall } from '#kit/query.tsx'
import { leftToRight } from '#kit/text.ts'
import type { Choice } from '#kit/ui/list/declare.tsx'
import { useUser } from '#kit/ui/user.tsx'
import { companies } from '#people/companies/contract.ts'
import { COMPANY_CHOICES } from './companyChoices.ts'

/**
 * The company options of a filter or form; empty for users from whom companies are hidden.
 * The code comes first, so that a narrow column cuts off the name.
 */
export function useCompanyChoices(): Choice<string>[] {
  const hidden = hideCompany(useUser())
  const { data } = useCall(companies.list, COMPANY_CHOICES, { enabled: !hidden, eager: !hidden })
  return (data?.items ?? []).map(({ code, name }) => ({ value: code, label: leftToRight(`${code} ${name}`) }))
}
