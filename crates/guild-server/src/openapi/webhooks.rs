//! What refuses a webhook.

use guild_skill::wire;
use utoipa::IntoResponses;

refusals! {
    /// There is no webhook of that id, or it is not the caller's to see: `WEBHOOK_NOT_FOUND`.
    WebhookMissing, 404, {
        "WEBHOOK_NOT_FOUND": "there is no webhook `5e884898da280471`, or it is not yours to see; `GET /api/webhooks` lists those that are",
    }

    /// There is no webhook of that id, or it is not the caller's to see, or it has no such delivery: `WEBHOOK_NOT_FOUND`
    /// or `DELIVERY_NOT_FOUND`.
    DeliveryMissing, 404, {
        "WEBHOOK_NOT_FOUND": "there is no webhook `5e884898da280471`, or it is not yours to see; `GET /api/webhooks` lists those that are",
        "DELIVERY_NOT_FOUND": "the webhook has no delivery `03ac674216f3e15c`: those that are done are kept for 30 days",
    }

    /// The catalog has no such pack, or the pack lists no such skill: `PACK_NOT_FOUND` or `SKILL_NOT_FOUND`.
    ToldMissing, 404, {
        "PACK_NOT_FOUND": "the catalog has no pack `no-such-pack`",
        "SKILL_NOT_FOUND": "the pack `developer-pack` lists no skill `no-such-skill`",
    }

    /// There are as many webhooks as may be: `TOO_MANY_WEBHOOKS`.
    TooManyWebhooks, 409, {
        "TOO_MANY_WEBHOOKS": "there are 20 webhooks already, which is the most: remove one that is not needed",
    }

    /// As many deliveries wait as may: `TOO_MANY_REDELIVERIES`.
    TooManyRedeliveries, 409, {
        "TOO_MANY_REDELIVERIES": "100 deliveries that were asked for again are still waiting; wait until they are done",
    }
}
