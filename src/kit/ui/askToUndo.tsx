import type { App } from 'antd'
import { formatInstant } from '#kit/format.ts'
import { t } from '#kit/text.ts'

type Modal = ReturnType<typeof App.useApp>['modal']

/** What is asked before many records are taken back at once. */
interface Question {
  title: string
  /** What happens to how many, a sentence each. */
  effects: readonly string[]
  createdByName: string
  /** When writing began; null as long as nothing was written. */
  runAt: string | null
}

/** Asks before an undo of many records: what it does to how many, who wrote them and when. */
export function askToUndo(modal: Modal, { title, effects, ...made }: Question, undo: () => Promise<void>) {
  const { createdByName: name, runAt } = made
  modal.confirm({
    title,
    content: (
      <>
        {effects.map((effect) => (
          <p key={effect}>{effect}</p>
        ))}
        <p className="asked-of">{t('由{name}于 {at} 写入。', { name, at: formatInstant(runAt) })}</p>
      </>
    ),
    okText: t('撤销'),
    okButtonProps: { danger: true },
    onOk: () => void undo(),
  })
}
