import { Form } from 'antd'
import { useEffect, useState } from 'react'
import type { Wanted } from './SavedSimilarCustomers.tsx'
import { FoundSimilar } from './SavedSimilarCustomers.tsx'

const PAUSE_MS = 400

/** Below the name in a form: existing customers that look like the one being typed, to avoid duplicates. */
export function SimilarCustomers({ exceptId }: { exceptId?: number }) {
  const [name, mobile, uscc, wechat, companyCode] = [
    Form.useWatch<string | undefined>('name'),
    Form.useWatch<string | undefined>('mobile'),
    Form.useWatch<string | undefined>('uscc'),
    Form.useWatch<string | undefined>('wechat'),
    Form.useWatch<string | undefined>('companyCode'),
  ]
  const typed = sent({ exceptId, companyCode, name, mobile, uscc, wechat })
  const wanted = usePaused(JSON.stringify(typed))
  return <FoundSimilar wanted={JSON.parse(wanted)} />
}

/** The fields to compare. Leaves out a masked or incomplete mobile number. */
function sent({ mobile, ...rest }: { [K in keyof Wanted]: Wanted[K] | undefined }): Wanted {
  const digits = mobile?.replace(/\D/g, '') ?? ''
  const known = { ...rest, mobile: digits.length >= 11 && !mobile?.includes('*') ? mobile : undefined }
  return Object.fromEntries(Object.entries(known).filter(([, value]) => value)) as Wanted
}

/** Returns the text, debounced. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState('{}')
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return paused
}
