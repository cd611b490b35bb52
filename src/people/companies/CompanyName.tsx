import { t } from '#kit/text.ts'
import { useCompanyChoices } from './ui/useCompanyChoices.tsx'

/** A company by code and name; by its code alone for users from whom companies are hidden. */
export function CompanyName({ code }: { code: string }) {
  const company = useCompanyChoices().find(({ value }) => value === code)
  return company?.label ?? t('公司 {code}', { code })
}
