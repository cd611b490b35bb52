import { t } from '#kit/text.ts'
import { FormModal } from '#kit/ui/FormModal.tsx'
import { monthsBack, thisMonth } from '#kit/ui/monthChoices.tsx'
import { type Books, companyBooks } from '#people/books/contract.ts'

/** How many months before the current one the books may begin. */
const MONTHS = 60

export interface BooksFromFormProps {
  books: Books
  open: boolean
  onClose: () => void
  doneText?: string
}

/** Sets the first month of a company's books, or changes it while no month is closed. */
export function BooksFromForm({ books, open, onClose, doneText = t('已保存') }: BooksFromFormProps) {
  const isFirst = books.from === null
  return (
    <FormModal
      open={open}
      onClose={onClose}
      title={isFirst ? t('设定启用月份') : t('修改启用月份')}
      endpoint={companyBooks.set}
      fixed={{ code: books.companyCode, version: books.version }}
      defaults={{ month: books.from ?? books.proposed, reason: isFirst ? t('开始使用') : '' }}
      fields={[
        {
          key: 'month',
          kind: 'select',
          options: monthsBack(thisMonth(), MONTHS),
          hint: t('从这个月起记账；之前的欠款和押金登记为期初。'),
        },
        { key: 'reason' },
      ]}
      doneText={doneText}
    />
  )
}
