//! Orders of the operator to servers that share a store: any of them takes one, and the one that has the room
//! carries it out.

use super::search::RoomSearch;
use crate::cluster::{CallFailure, Cluster, OwnCall, ServerAnswer, ServerCall};
use crate::rooms::{Order, Rooms, Verdict, Whereabouts};

/// Carries an order out here, or has the server do it that has the room.
pub(super) async fn find_and_carry_out(
    rooms: &Rooms,
    cluster: &Cluster,
    order: &Order,
) -> Result<ServerAnswer, CallFailure> {
    let (code, own) = (Some(order.code().to_owned()), Some(OwnCall::Order(order.clone())));
    let call = ServerCall { code, own, ..ServerCall::default() };
    let mut search = RoomSearch::of(rooms, order.code());
    loop {
        match search.next().await {
            Ok(Whereabouts::Here(room)) => {
                if let Some(verdict) = order.carry_out(&room).await {
                    return Ok(ServerAnswer::json(&verdict));
                }
            }
            Ok(Whereabouts::Nowhere) => {
                return Ok(ServerAnswer::json(&rooms.carry_out_on_wreck(order).await));
            }
            Ok(Whereabouts::Away(server)) => match cluster.call(server, &call, b"").await {
                Err(CallFailure::Moved) => {}
                answered => return answered,
            },
            Err(refusal) if refusal.passing() => return Err(CallFailure::Moved),
            Err(refusal) => return Ok(ServerAnswer::json(&Verdict::Refused(refusal.detail))),
        }
    }
}
