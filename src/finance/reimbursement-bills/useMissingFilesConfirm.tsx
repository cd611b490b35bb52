import { App } from 'antd'
import { formatMoney } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import type { DraftItem } from './draftItems.ts'
import { withoutFiles } from './draftItems.ts'
import { categoryNames } from './rules.ts'

/** Submits a claim; if items have no files, lists them and asks for confirmation first. */
export function useMissingFilesConfirm() {
  const { modal } = App.useApp()
  return (items: readonly DraftItem[], handIn: () => Promise<void>): void => {
    const lacking = withoutFiles(items)
    if (lacking.length === 0) return void handIn()
    modal.confirm({
      title: t('{n} 笔明细没有票据', { n: lacking.length }),
      content: (
        <>
          <p>{t('没有发票或小票的照片，可能会被退回：')}</p>
          <ul className="claim-lacking">
            {lacking.map(({ at, item }) => (
              <li key={item.key}>{nameOf(at, item)}</li>
            ))}
          </ul>
        </>
      ),
      okText: t('仍要提交'),
      cancelText: t('去补票据'),
      onOk: handIn,
    })
  }
}

function nameOf(at: number, { category, amountCents }: DraftItem): string {
  const money = typeof amountCents === 'number' ? formatMoney(amountCents) : ''
  return t('第 {n} 笔：{category} {money}', { n: at + 1, category: t(categoryNames[category]), money })
}
