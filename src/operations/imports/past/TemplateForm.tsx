import { App, Button } from 'antd'
import { useState } from 'react'
import type * as z from 'zod'
import { addDays, daysBetween, today } from '#kit/calendar.ts'
import { formatCount } from '#kit/format.ts'
import { useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { LocalSelect } from '#kit/ui/choice/LocalSelect.tsx'
import { DateRange, type DayRange } from '#kit/ui/DateRange.tsx'
import { Icon } from '#kit/ui/Icon.tsx'
import { Loaded } from '#kit/ui/Loaded.tsx'
import { TextSkeleton } from '#kit/ui/Skeletons.tsx'
import { saveSheets } from '#kit/ui/saveSheets.tsx'
import { useNewOption } from '#kit/ui/useNewOption.tsx'
import { figureFiles } from './contract.ts'
import { buildPastTemplate, MAX_LINES } from './template.ts'
import './past.css'

type Stores = z.output<typeof figureFiles.stores.output>['items']

/** Selects the stores and days of the template, or downloads a blank sheet for the user's own list. */
export function TemplateForm() {
  const call = useCall(figureFiles.stores, {}, { messagePlace: 'inPage' })
  return (
    <>
      <p>{t('模板里每家店铺每天一行，店铺和日期已经填好；没有数字的行可以留着不填。')}</p>
      <Loaded call={call} skeleton={<TextSkeleton rows={3} />} compact>
        {({ items }) => <Template all={items} />}
      </Loaded>
    </>
  )
}

function Template({ all }: { all: Stores }) {
  const { lines, stores, save, ...choice } = useTemplate(all)
  const adding = useNewOption('store', {}, ({ id }) => choice.setChosen([...choice.chosen, id]))
  return (
    <>
      <div className="past-choice">
        <LocalSelect
          none={adding.none('')}
          className="wide-control"
          mode="multiple"
          maxTagCount={1}
          allowClear
          value={choice.chosen}
          onChange={choice.setChosen}
          placeholder={t('全部 {n} 家店铺', { n: formatCount(all.length) })}
          aria-label={t('店铺')}
          showSearch={{ optionFilterProp: 'label' }}
          options={all.map(({ id, name, code }) => ({ value: id, label: `${name} ${code}` }))}
        />
        <DateRange value={choice.days} onChange={choice.setDays} future={false} clearable={false} />
      </div>
      {adding.form}
      <p className="past-lines">
        {t('{n} 家店铺，共 {lines} 行', { n: formatCount(stores.length), lines: formatCount(lines) })}
        {lines > MAX_LINES && t('；模板最多 {n} 行，请减少店铺或天数', { n: formatCount(MAX_LINES) })}
      </p>
      <div className="past-choice">
        <Button
          icon={<Icon name="download" />}
          disabled={lines === 0 || lines > MAX_LINES}
          onClick={() => save(true)}
        >
          {t('下载模板')}
        </Button>
        <Button type="link" onClick={() => save(false)}>
          {t('下载空白表，自己填店铺和日期')}
        </Button>
      </div>
    </>
  )
}

/** The selected stores and days, their number of lines, and the download. */
function useTemplate(all: Stores) {
  const [chosen, setChosen] = useState<number[]>([])
  const [days, setDays] = useState<DayRange>(lastMonth)
  const { message } = App.useApp()
  const stores = chosen.length > 0 ? all.filter(({ id }) => chosen.includes(id)) : all
  const [from, to] = days
  const lines = from && to ? stores.length * (daysBetween(from, to) + 1) : 0
  const save = (filled: boolean) => {
    const sheets = buildPastTemplate(stores, filled && from && to ? { from, to } : null)
    saveSheets(`${t('历史日数据模板')}.xlsx`, sheets).catch(() =>
      message.error(t('模板没有下载成功，请稍后重试。')),
    )
  }
  return { stores, lines, chosen, setChosen, days, setDays, save }
}

function lastMonth(): DayRange {
  const now = today(() => new Date())
  return [addDays(now, -30), addDays(now, -1)]
}
