import { Alert, Button, DatePicker, Form, Input, Space } from 'antd'
import dayjs from 'dayjs'
import { monthOf } from '#kit/calendar.ts'
import { formatMoney } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import { ago } from '#kit/ui/draft.ts'
import { FileList } from '#kit/ui/files/FileList.tsx'
import { PhotoButton } from '#kit/ui/files/PhotoButton.tsx'
import { UploadList } from '#kit/ui/files/UploadList.tsx'
import { Icon } from '#kit/ui/Icon.tsx'
import { Panel } from '#kit/ui/Panel.tsx'
import { ThumbBar } from '#kit/ui/ThumbBar.tsx'
import { TouchSize } from '#kit/ui/TouchSize.tsx'
import { usePhone } from '#kit/ui/usePhone.tsx'
import { lateExpenseDays } from '#people/books/rules.ts'
import { ItemHints } from './ClaimItems.tsx'
import type { ClaimPage } from './contract.ts'
import { attachments } from './contractAttachments.ts'
import { type DraftItem, newItem, sumOf } from './draftItems.ts'
import { ItemFields } from './ItemFields.tsx'
import { type ClaimDraft, useClaimDraft } from './useClaimDraft.tsx'

/** Edit form of a claim: each photo starts an item. */
export function ClaimForm({ page }: { page: ClaimPage }) {
  const draft = useClaimDraft(page)
  return (
    <TouchSize>
      <ClaimOffer draft={draft} />
      {/* The form is inert until the user restores or discards the offered copy. */}
      <div className="claim-form" inert={draft.copy.offered !== null}>
        <div className="claim-form-part">
          {page.status === 'returned' && page.note && (
            <Alert
              type="warning"
              showIcon
              title={t('{name}退回：{note}', { name: page.decidedByName ?? '', note: page.note })}
            />
          )}
          {draft.items.map((item, at) => (
            <ItemCard
              key={item.key}
              item={item}
              at={at}
              claimId={page.id}
              month={draft.fields.month}
              problems={draft.problems}
              onChange={(changes) => draft.changeItem(item.key, changes)}
              onRemove={() => draft.removeItem(item.key)}
              onFiles={(files) => draft.addFiles(files, item.key)}
              onRemoveFile={draft.removeFile}
            />
          ))}
          <Add draft={draft} />
          {draft.loose.length > 0 && <OtherFiles draft={draft} />}
        </div>
        <div className="claim-form-part claim-form-whole">
          <Panel>
            <Head draft={draft} />
          </Panel>
          <Foot draft={draft} />
        </div>
      </div>
    </TouchSize>
  )
}

/** Buttons to add an item, with or without a photo. */
function Add({ draft }: { draft: ClaimDraft }) {
  return (
    <Panel className="claim-add">
      <UploadList uploads={draft.uploads} onRetry={draft.retry} />
      {draft.items.length === 0 && (
        <p className="claim-quiet">{t('先拍下发票或小票，每张照片是一笔；也可以一次选多张。')}</p>
      )}
      <div className="claim-add-acts">
        <PhotoButton large label={t('拍照添加一笔')} onFiles={(files) => draft.addFiles(files)} />
        <Button size="large" onClick={() => draft.addItem(newItem(draft.today))}>
          {t('没有票据，直接填写')}
        </Button>
      </div>
    </Panel>
  )
}

/** Files of the claim without an item. */
function OtherFiles({ draft }: { draft: ClaimDraft }) {
  return (
    <Panel title={t('其他附件')} hint={t('没有对应到某一笔明细')}>
      <FileList
        endpoint={attachments.get}
        files={draft.loose}
        renderAction={(file) => (
          <Button type="link" size="small" onClick={() => draft.removeFile(file.id)}>
            {t('删除')}
          </Button>
        )}
      />
    </Panel>
  )
}

function Head({ draft }: { draft: ClaimDraft }) {
  const { fields, problems } = draft
  const title = problems.title
  return (
    <Form layout="vertical" component="div" className="claim-head-fields">
      <Form.Item
        label={t('事由')}
        required
        htmlFor="claim-title"
        help={title}
        validateStatus={title ? 'error' : undefined}
      >
        <Input
          id="claim-title"
          maxLength={60}
          autoComplete="off"
          value={fields.title}
          onChange={(event) => draft.changeFields({ title: event.target.value })}
        />
      </Form.Item>
      <MonthAndRemark draft={draft} />
    </Form>
  )
}

function MonthAndRemark({ draft }: { draft: ClaimDraft }) {
  const { fields } = draft
  return (
    <>
      <MonthField draft={draft} />
      <Form.Item label={t('备注')} htmlFor="claim-remark">
        <Input
          id="claim-remark"
          maxLength={500}
          autoComplete="off"
          value={fields.remark}
          onChange={(event) => draft.changeFields({ remark: event.target.value })}
        />
      </Form.Item>
    </>
  )
}

function Foot({ draft }: { draft: ClaimDraft }) {
  const phone = usePhone()
  const sum = formatMoney(sumOf(draft.items))
  // On phones the buttons are outside the inert form.
  const isBlocked = draft.copy.offered !== null
  const buttons = (
    <>
      <Button
        loading={draft.busy === 'save'}
        disabled={!draft.isDirty || isBlocked}
        onClick={() => void draft.save()}
      >
        {t('保存草稿')}
      </Button>
      <Button type="primary" loading={draft.busy === 'submit'} disabled={isBlocked} onClick={draft.submit}>
        {t('提交 {money}', { money: sum })}
      </Button>
    </>
  )
  return phone ? <ThumbBar>{buttons}</ThumbBar> : <footer className="claim-foot">{buttons}</footer>
}

/** Offers a locally stored, unsaved copy. If the claim has changed on the server since, the user chooses one. */
function ClaimOffer({ draft: { copy, version } }: { draft: ClaimDraft }) {
  if (!copy.offered) return null
  const [when, n] = ago(copy.offered.savedAt, Date.now())
  const since = { when: t(when, { n }) }
  const isSame = copy.offered.version === version
  return (
    <Alert
      className="claim-offer"
      type="warning"
      showIcon
      title={
        isSame
          ? t('您有一份{when}没有保存的草稿', since)
          : t('这台电脑上有一份{when}没有保存的内容，而这张报销单后来在别处改过。请选择用哪一份。', since)
      }
      action={
        <Space wrap>
          <Button type="primary" autoFocus onClick={copy.restoreOffered}>
            {isSame ? t('恢复草稿') : t('用这台电脑上的')}
          </Button>
          <Button onClick={() => void copy.drop()}>{isSame ? t('丢弃') : t('用服务器上的')}</Button>
        </Space>
      }
    />
  )
}

interface ItemCardProps {
  item: DraftItem
  /** Index of the item, used in the paths of server errors. */
  at: number
  claimId: number
  /** Month in which the claim is booked. */
  month: string
  problems: Readonly<Record<string, string>>
  onChange: (changes: Partial<DraftItem>) => void
  onRemove: () => void
  onFiles: (files: readonly File[]) => void
  onRemoveFile: (id: string) => void
}

/** Card of an item: photos first, then its fields. */
function ItemCard(props: ItemCardProps) {
  const { item, at, claimId, month, onRemove, onFiles, onRemoveFile } = props
  return (
    <section className="panel claim-card" aria-label={t('第 {n} 笔', { n: at + 1 })}>
      <div className="claim-card-head">
        <strong>{t('第 {n} 笔', { n: at + 1 })}</strong>
        <Button
          type="text"
          icon={<Icon name="trash" />}
          onClick={onRemove}
          aria-label={t('删除第 {n} 笔', { n: at + 1 })}
        />
      </div>
      <div className="claim-card-photos">
        <FileList
          endpoint={attachments.get}
          files={item.files}
          renderAction={(file) => (
            <Button type="link" size="small" onClick={() => onRemoveFile(file.id)}>
              {t('删除')}
            </Button>
          )}
        />
        <PhotoButton label={item.files.length > 0 ? t('再加一张') : t('拍照或选文件')} onFiles={onFiles} />
      </div>
      <ItemHints item={{ duplicates: item.duplicates, hints: hintsOf(item, month) }} claimId={claimId} />
      <ItemFields {...props} />
    </section>
  )
}

/** Hints that need no server data. */
function hintsOf({ onDay }: DraftItem, month: string) {
  const days = lateExpenseDays(onDay, month)
  return days > 0 ? [{ kind: 'late' as const, days }] : []
}

/** 归属月份: the month in which the claim is booked. Earlier expenses count in it too; it must not be closed. */
function MonthField({ draft }: { draft: ClaimDraft }) {
  const { fields, items, closedMonth } = draft
  const { month } = fields
  const isClosed = month === closedMonth
  const earlier = items.filter(({ onDay }) => monthOf(onDay) < month).length
  return (
    <Form.Item
      label={t('归属月份')}
      required
      htmlFor="claim-month"
      validateStatus={isClosed ? 'error' : undefined}
      help={
        isClosed
          ? t('{month} 已结账，请改到没有结账的月份；各笔的发生日期不用改。', { month })
          : earlier > 0 && t('{n} 笔发生在更早的月份，一并计入 {month}。', { n: earlier, month })
      }
    >
      <DatePicker
        id="claim-month"
        picker="month"
        className="wide-control"
        allowClear={false}
        inputReadOnly
        suffixIcon={<Icon name="calendar" />}
        value={dayjs(`${month}-01`)}
        onChange={(chosen) => chosen && draft.changeFields({ month: chosen.format('YYYY-MM') })}
      />
    </Form.Item>
  )
}
