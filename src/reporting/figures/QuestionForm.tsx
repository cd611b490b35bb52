import { useLocation } from 'react-router'
import { t } from '#kit/text.ts'
import { FormModal } from '#kit/ui/FormModal.tsx'
import type { Explanation } from './contract.ts'
import { figureQuestions } from './contractQuestions.ts'

interface Props {
  cell: Explanation
  onClose: () => void
}

/** 这个数字不对: sends a description of the error, with the cell and the report's filters, to the store's head. */
export function QuestionForm({ cell, onClose }: Props) {
  const { pathname, search } = useLocation()
  const { subject, id, metric, from, to, value } = cell
  return (
    <FormModal
      open
      onClose={onClose}
      title={t('{name}的这个数字不对', { name: cell.name })}
      endpoint={figureQuestions.create}
      fixed={{
        subject,
        id,
        metric,
        from,
        to,
        shownValue: value,
        place: `${pathname}${search}`.slice(0, 1_000),
      }}
      fields={[
        {
          key: 'question',
          kind: 'textarea',
          placeholder: t('比如：平台后台看到的是 132 人'),
          hint: t('会交给店铺的组长核对，答复后通知您'),
        },
      ]}
      doneText={t('已交给组长核对')}
    />
  )
}
