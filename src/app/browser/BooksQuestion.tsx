import { useEffect, useState } from 'react'
import { can } from '#access/can.ts'
import { useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { useUser } from '#kit/ui/user.tsx'
import { companyBooks } from '#people/books/contract.ts'
import { BooksFromForm } from '#people/books/ui/BooksFromForm.tsx'
import { onBooksUnset } from './announce.tsx'

/**
 * If the server refuses a document because the company has no start month for its books, offers the form to set it, on
 * top of the refused form. Other users see only the refusal message, which says where the month is set.
 */
export function BooksQuestion() {
  const user = useUser()
  const [isOpen, setOpen] = useState(false)
  const maySet = can(user, 'canAdmin')
  useEffect(() => (maySet ? onBooksUnset(() => setOpen(true)) : undefined), [maySet])
  const { data } = useCall(companyBooks.get, { code: user.companyCode }, { enabled: isOpen })
  if (!data || data.from !== null) return null
  return (
    <BooksFromForm
      books={data}
      open={isOpen}
      onClose={() => setOpen(false)}
      doneText={t('已设定启用月份，请再保存一次')}
    />
  )
}
