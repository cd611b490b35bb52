import { t } from '#kit/text.ts'
import { useCompanyChoices } from './ui/useCompanyChoices.tsx'

/** A company's code and name; only the code for users from whom companies are hidden. */
export function CompanyName({ code }: { code: string }) {
  const company = useCompanyChoices().find(({ value }) => value === code)
  return company?.label ?? t('公司 {code}', { code })
}
