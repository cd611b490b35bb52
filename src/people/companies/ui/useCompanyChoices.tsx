import { hideCompany } from '#access/can.ts'
import { useCall } from '#kit/query.tsx'
import { leftToRight } from '#kit/text.ts'
import type { Choice } from '#kit/ui/list/declare.tsx'
import { useUser } from '#kit/ui/user.tsx'
import { companies } from '#people/companies/contract.ts'

const MOST = 100

/** The companies that a filter or a form offers, by code, so that a narrow column cuts the name; none for whom companies are hidden from. */
export function useCompanyChoices(): Choice<string>[] {
  const hidden = hideCompany(useUser())
  const { data } = useCall(companies.list, { pageSize: MOST }, { enabled: !hidden })
  return (data?.items ?? []).map(({ code, name }) => ({ value: code, label: leftToRight(`${code} ${name}`) }))
}
