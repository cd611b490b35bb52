import { t } from '#kit/text.ts'
import { FormModal } from '#kit/ui/FormModal.tsx'
import type { Question } from './contractQuestions.ts'
import { figureQuestions } from './contractQuestions.ts'
import { outcomeNames } from './rules.ts'

/** Answers a question and closes it, with what mended the number or why it is right. */
export function AnswerForm({ question, onClose }: { question: Question; onClose: () => void }) {
  const { id, version, subjectName } = question
  return (
    <FormModal
      open
      onClose={onClose}
      title={t('答复{name}的疑问', { name: subjectName })}
      endpoint={figureQuestions.answer}
      fixed={{ id, version }}
      defaults={{ outcome: question.corrections.length > 0 ? 'corrected' : undefined }}
      fields={[
        {
          key: 'outcome',
          kind: 'select',
          options: Object.entries(outcomeNames).map(([value, label]) => ({ value, label: t(label) })),
          hint: t('选“已更正”之前，请先在列表里点“更正”'),
        },
        {
          key: 'batchId',
          kind: 'picker',
          options: figureQuestions.mending,
          query: { questionId: id },
          hint: t('只列出写入过这家店铺（或客户）这些日期的导入'),
          when: (values) => values.outcome === 'imported',
        },
        { key: 'answer', kind: 'textarea' },
      ]}
      doneText={t('已答复')}
    />
  )
}
