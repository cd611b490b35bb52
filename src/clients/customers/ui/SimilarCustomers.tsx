import { Form } from 'antd'
import { useDebouncedValue } from '#kit/ui/useDebouncedValue.tsx'
import { type SimilarityInput, SimilarList } from './SavedSimilarCustomers.tsx'

const DEBOUNCE_MS = 400

/** Below the name in a form: existing customers that look like the one being typed, to avoid duplicates. */
export function SimilarCustomers({ exceptId }: { exceptId?: number }) {
  const [name, mobile, uscc, wechat, companyCode] = [
    Form.useWatch<string | undefined>('name'),
    Form.useWatch<string | undefined>('mobile'),
    Form.useWatch<string | undefined>('uscc'),
    Form.useWatch<string | undefined>('wechat'),
    Form.useWatch<string | undefined>('companyCode'),
  ]
  const typed = toSimilarityInput({ exceptId, companyCode, name, mobile, uscc, wechat })
  const debouncedInput = useDebouncedValue(JSON.stringify(typed), DEBOUNCE_MS, '{}')
  return <SimilarList input={JSON.parse(debouncedInput)} />
}

/** The fields to compare. Leaves out a masked or incomplete mobile number. */
function toSimilarityInput({
  mobile,
  ...rest
}: { [K in keyof SimilarityInput]: SimilarityInput[K] | undefined }): SimilarityInput {
  const digits = mobile?.replace(/\D/g, '') ?? ''
  const fields = { ...rest, mobile: digits.length >= 11 && !mobile?.includes('*') ? mobile : undefined }
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value)) as SimilarityInput
}
