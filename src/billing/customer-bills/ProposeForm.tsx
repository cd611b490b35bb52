import { App } from 'antd'
import { useNavigate } from 'react-router'
import { formatMoney } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import { FormModal } from '#kit/ui/FormModal.tsx'
import { customerBills } from './contract.ts'
import { pastMonthChoices } from './months.tsx'
import { BILLS_PATH } from './ui/billsPath.tsx'

interface Props {
  open: boolean
  /** The requested month; defaults to last month. */
  month: string | undefined
  onClose: () => void
}

/** Proposes the bills of a month and opens the list of drafts. */
export function ProposeForm({ open, month, onClose }: Props) {
  const navigate = useNavigate()
  const { message } = App.useApp()
  const months = pastMonthChoices()
  return (
    <FormModal
      open={open}
      onClose={onClose}
      title={t('生成账单')}
      endpoint={customerBills.propose}
      defaults={{ month: month ?? months[0]?.value }}
      fields={[
        {
          ...{ key: 'month', kind: 'select', options: months },
          hint: t(
            '按各店的计费方式、服务天数和数据算出草稿；没有人改过的草稿会跟着更新，不再需要的会撤回，其余的不动。',
          ),
        },
      ]}
      submitText={t('生成账单')}
      doneText={t('草稿已提出，请核对后出账')}
      onDone={({ totalCents, withdrawn, ...counts }) => {
        const values = { ...counts, money: formatMoney(totalCents) }
        void message.info(
          [
            t('新增 {created} 张，更新 {refreshed} 张，其中 {incomplete} 张有缺项，草稿合计 {money}', values),
            withdrawn > 0 && t('撤回不再需要的 {n} 张', { n: withdrawn }),
          ]
            .filter(Boolean)
            .join(t('；')),
        )
        void navigate(`${BILLS_PATH}?status=draft`)
      }}
    />
  )
}
