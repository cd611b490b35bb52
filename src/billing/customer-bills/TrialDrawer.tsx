import { Button, Drawer, Form } from 'antd'
import { useState } from 'react'
import { CustomerPicker } from '#clients/customers/ui/CustomerPicker.tsx'
import { PricingPicker } from '#clients/stores/ui/PricingPicker.tsx'
import { t } from '#kit/text.ts'
import { LocalSelect } from '#kit/ui/choice/LocalSelect.tsx'
import { endSide } from '#kit/ui/side.tsx'
import { TouchSize } from '#kit/ui/TouchSize.tsx'
import { usePhone } from '#kit/ui/usePhone.tsx'
import { pastMonthChoices } from './months.tsx'
import { TrialResult } from './TrialResult.tsx'
import { useTrial } from './useTrial.tsx'
import './trial.css'

/** 试算: recalculates a past month with a new price, for the stores of one customer or all stores. */
export function TrialDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const phone = usePhone()
  return (
    <TouchSize>
      <Drawer
        open={open}
        onClose={onClose}
        size={phone ? '100%' : 720}
        placement={endSide()}
        title={t('试算新价')}
        destroyOnHidden
      >
        <TrialForm />
      </Drawer>
    </TouchSize>
  )
}

function TrialForm() {
  const months = pastMonthChoices()
  const [month, setMonth] = useState(months[0]?.value ?? '')
  const [customerId, setCustomerId] = useState<number | undefined>()
  const [pricing, setPricing] = useState<unknown>()
  const trialInput = { month, pricing, ...(customerId !== undefined && { customerId }) }
  const { busy, run, trial, problem } = useTrial(trialInput)
  return (
    <>
      <p className="trial-quiet">
        {t('按该月的服务天数和数据，把现价和新价各算一遍；只是试算，不会改计费方式，也不会生成账单。')}
      </p>
      <Form layout="vertical" component="div" className="trial-form">
        <Form.Item label={t('客户')} htmlFor="trial-customer">
          <CustomerPicker
            id="trial-customer"
            value={customerId ?? null}
            onChange={setCustomerId}
            placeholder={t('不选则为全部店铺')}
          />
        </Form.Item>
        <Form.Item label={t('试算月份')} htmlFor="trial-month">
          <LocalSelect none="fixed" id="trial-month" value={month} options={months} onChange={setMonth} />
        </Form.Item>
        <Form.Item label={t('新的计费方式')} htmlFor="trial-pricing" className="trial-wide">
          <PricingPicker id="trial-pricing" value={pricing} onChange={setPricing} />
        </Form.Item>
      </Form>
      <Button type="primary" loading={busy} disabled={!pricing} onClick={run}>
        {t('试算')}
      </Button>
      <div aria-live="polite">
        {problem && <p className="trial-missing">{problem}</p>}
        {trial && <TrialResult trial={trial} />}
      </div>
    </>
  )
}
