import { Button } from 'antd'
import { useState } from 'react'
import { formatInstant } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import { FormModal } from '#kit/ui/FormModal.tsx'
import { StatusTag } from '#kit/ui/StatusTag.tsx'
import { type Answer, billStatements, type Statement } from './contract.ts'

/** The merchant's latest answer per line; finance replies to open objections here. */
export function StatementAnswers({ data: { billId, answers } }: { data: Statement }) {
  const [settling, setSettling] = useState<Answer | null>(null)
  const currentAnswers = answers.filter(({ isOver }) => !isOver).sort((a, b) => a.position - b.position)
  if (currentAnswers.length === 0) return null
  return (
    <>
      <ul className="statement-answers" aria-label={t('商家的回复')}>
        {currentAnswers.map((answer) => (
          <li key={answer.id}>
            <AnswerEntry answer={answer} />
            {answer.answer === 'objected' && answer.settledAt === null && (
              <Button size="small" onClick={() => setSettling(answer)}>
                {t('答复')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <FormModal
        open={settling !== null}
        onClose={() => setSettling(null)}
        title={t('答复第 {n} 行的异议', { n: settling?.position ?? 0 })}
        endpoint={billStatements.settle}
        fixed={{ id: billId, answerId: settling?.id ?? 0 }}
        fields={[{ key: 'reply', hint: t('商家在对账页面能看到；需要改金额的，请另开“调整”账单') }]}
        doneText={t('已答复')}
      />
    </>
  )
}

function AnswerEntry({ answer: { position, answer, note, at, reply, settledByName } }: { answer: Answer }) {
  const objected = answer === 'objected'
  return (
    <div className="statement-said">
      <p>
        <b>{t('第 {n} 行', { n: position })}</b>
        <StatusTag tone={objected ? 'red' : 'green'} label={objected ? t('有异议') : t('已确认')} />
        <small>{formatInstant(at).slice(0, 16)}</small>
      </p>
      {note && <p>{note}</p>}
      {reply && (
        <p className="statement-quiet">{t('{name}答复：{reply}', { name: settledByName ?? '-', reply })}</p>
      )}
    </div>
  )
}
