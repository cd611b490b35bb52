import { Segmented } from 'antd'
import { t } from '#kit/text.ts'
import { useAddressText } from '#kit/ui/useAddressText.tsx'
import type { Basis } from './monthLines.ts'

/** Basis of the lines, stored in the query string. */
export function useBasis(): [Basis, (basis: Basis) => void] {
  const [text, setText] = useAddressText('basis')
  const basis = text === 'accrual' || text === 'cash' ? text : 'both'
  return [basis, (next) => setText(next === 'both' ? undefined : next)]
}

/** Switch between 应计, 现金 and 并列. */
export function BasisSwitch({ basis, onChange }: { basis: Basis; onChange: (basis: Basis) => void }) {
  return (
    <Segmented<Basis>
      options={[
        { value: 'accrual', label: t('应计') },
        { value: 'cash', label: t('现金') },
        { value: 'both', label: t('并列') },
      ]}
      value={basis}
      onChange={onChange}
      aria-label={t('应计或现金')}
    />
  )
}
