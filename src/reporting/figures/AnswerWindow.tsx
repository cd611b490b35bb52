import { formatInstant } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import { Facts } from '#kit/ui/Facts.tsx'
import { FormModal } from '#kit/ui/FormModal.tsx'
import type { FormPart } from '#kit/ui/form/declare.tsx'
import { correctingHint } from './CorrectedFigures.tsx'
import { valueText } from './cellFormatters.ts'
import { type CorrectionInput, figures } from './contract.ts'
import { figureQuestions, type Outcome, type Question } from './contractQuestions.ts'
import { QuestionedFigureFields } from './QuestionedFigureFields.tsx'
import { answerNames, metricNames, subjectNames } from './rules.ts'
import { useExplanation } from './useExplanation.tsx'

export interface AnswerWindowProps {
  question: Question
  /** The preselected outcome. */
  outcome?: Outcome
  onClose: () => void
}

/**
 * Answers a question, with its figure in view: corrects the figure after listing the consequences, names the import
 * that fixed it, or says why it is right. One request corrects the figure, closes the question and notifies its author.
 */
export function AnswerWindow({ question, outcome, onClose }: AnswerWindowProps) {
  const { id, version, subjectName, createdByName } = question
  return (
    <FormModal
      open
      onClose={onClose}
      title={t('答复{name}的疑问', { name: subjectName })}
      endpoint={figureQuestions.answer}
      fixed={{ id, version }}
      defaults={{ outcome }}
      fields={answerFields(question)}
      consequences={{
        endpoint: figures.consequences,
        input: (values) =>
          values.outcome === 'corrected' && values.correction
            ? { ...values.correction, questionId: id }
            : null,
      }}
      doneText={t('已答复，并通知了{name}', { name: createdByName })}
    />
  )
}

/** The fields of an answer; the first shows the question. */
function answerFields(question: Question): FormPart<'outcome' | 'correction' | 'batchId' | 'answer'>[] {
  return [
    {
      key: 'asked',
      label: t('疑问'),
      kind: 'custom',
      unsent: true,
      render: () => <QuestionFacts question={question} />,
    },
    {
      key: 'outcome',
      kind: 'select',
      options: Object.entries(answerNames).map(([value, label]) => ({ value, label: t(label) })),
    },
    {
      key: 'correction',
      kind: 'custom',
      hint: correctingHint(),
      when: (values) => values.outcome === 'corrected',
      render: ({ value, onChange }) => (
        <QuestionedFigureFields
          question={question}
          value={value as CorrectionInput | undefined}
          onChange={onChange}
        />
      ),
    },
    {
      key: 'batchId',
      kind: 'picker',
      options: figureQuestions.mending,
      query: { questionId: question.id },
      hint: t('只列出写入过这家店铺（或客户）这些日期的导入'),
      when: (values) => values.outcome === 'imported',
    },
    {
      key: 'answer',
      kind: 'textarea',
      placeholder: t('比如：扣除测试账号 3 个'),
      hint: t('会通知{name}；更正时也是更正的原因', { name: question.createdByName }),
    },
  ]
}

/** The questioned figure, as shown to the author and now, with its days, the author and the question. */
function QuestionFacts({ question }: { question: Question }) {
  const { subject, subjectName, metric, from, to, shownValue, createdByName, createdAt } = question
  return (
    <Facts
      columns={2}
      items={[
        { label: t(subjectNames[subject]), value: subjectName },
        { label: t('日期'), value: from === to ? from : t('{from} 至 {to}', { from, to }) },
        { label: t(metricNames[metric]), value: <strong>{valueText(metric, shownValue)}</strong> },
        { label: t('现在'), value: <Current question={question} /> },
        { label: t('提出人'), value: createdByName },
        { label: t('提出时间'), value: formatInstant(createdAt) },
        { label: t('哪里不对'), value: question.question, wide: true },
      ]}
    />
  )
}

/** The value that the reports show now. */
function Current({ question }: { question: Question }) {
  const { storeId, customerId, staffId, from, to, metric } = question
  const cell = {
    ...(storeId !== null && { storeId }),
    ...(customerId !== null && { customerId }),
    ...(staffId !== null && { staffId }),
  }
  const { data, error } = useExplanation({ ...cell, from, to, metric })
  if (error) return t('没有读到')
  return data ? valueText(metric, data.value) : '…'
}
