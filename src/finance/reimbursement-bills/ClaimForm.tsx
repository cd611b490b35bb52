import { Alert, Button, Form, Input } from 'antd'
import { formatMoney } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import { FileList } from '#kit/ui/files/FileList.tsx'
import { PhotoButton } from '#kit/ui/files/PhotoButton.tsx'
import { UploadList } from '#kit/ui/files/UploadList.tsx'
import { Panel } from '#kit/ui/Panel.tsx'
import { ThumbBar } from '#kit/ui/ThumbBar.tsx'
import { TouchSize } from '#kit/ui/TouchSize.tsx'
import { usePhone } from '#kit/ui/usePhone.tsx'
import { ClaimOffer } from './ClaimOffer.tsx'
import type { ClaimPage } from './contract.ts'
import { attachments } from './contractAttachments.ts'
import { newItem, sumOf } from './draftItems.ts'
import { ItemCard } from './ItemCard.tsx'
import { MonthField } from './MonthField.tsx'
import type { ClaimDraft } from './useClaimDraft.tsx'
import { useClaimDraft } from './useClaimDraft.tsx'

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
              {...{ item, at, claimId: page.id, month: draft.fields.month, problems: draft.problems }}
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
