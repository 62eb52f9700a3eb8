"""What a command, or the passing of time, does to one game: events, no more."""

from judge.game import (
    absences as absences,
    admin as admin,
    dry_run as dry_run,
    editing as editing,
    filing as filing,
    guests as guests,
    inquiry as inquiry,
    inspection as inspection,
    masters as masters,
    phases as phases,
    places as places,
    press as press,
    profiles as profiles,
    proposals as proposals,
    proxies as proxies,
    rolling as rolling,
    starting as starting,
    substitutes as substitutes,
    turn as turn,
    votes as votes,
)
from judge.game.admin import KeeperCommand as KeeperCommand
from judge.game.after import after as after
from judge.game.base import ConfirmationAsked as ConfirmationAsked, Refused as Refused, Who as Who
from judge.game.clock import (
    closes_at as closes_at,
    due_at as due_at,
    grace_ends as grace_ends,
    is_by as is_by,
    is_never_early as is_never_early,
    wakes_at as wakes_at,
)
from judge.game.commands import *
from judge.game.confirm import Codes as Codes
from judge.game.decide import (
    as_meant as as_meant,
    decide as decide,
    decide_outside as decide_outside,
    text_of as text_of,
)
from judge.game.early import (
    ProcessingSet as ProcessingSet,
    processing_set as processing_set,
    told_by as told_by,
)
from judge.game.entry import create_game as create_game, enter as enter
from judge.game.events import *
from judge.game.model import (
    ENTRANT as ENTRANT,
    MASTER as MASTER,
    MONITOR as MONITOR,
    OBSERVER as OBSERVER,
    OPEN as OPEN,
    OVER as OVER,
    STANDBY as STANDBY,
    TUTOR as TUTOR,
    Admission as Admission,
    ChainedEntry as ChainedEntry,
    Conduct as Conduct,
    ConductMark as ConductMark,
    DiaryNote as DiaryNote,
    Digest as Digest,
    Earlier as Earlier,
    Early as Early,
    Ending as Ending,
    Entered as Entered,
    Entrant as Entrant,
    FinishedPhase as FinishedPhase,
    Follower as Follower,
    Format as Format,
    Game as Game,
    GameSettings as GameSettings,
    Guests as Guests,
    HeldPress as HeldPress,
    Invitation as Invitation,
    KindTiming as KindTiming,
    LetterTimes as LetterTimes,
    Motion as Motion,
    MotionKind as MotionKind,
    Nmr as Nmr,
    Pictures as Pictures,
    Plan as Plan,
    Player as Player,
    Preferences as Preferences,
    PressLimit as PressLimit,
    PressRule as PressRule,
    Proxy as Proxy,
    Reader as Reader,
    Review as Review,
    Seat as Seat,
    Sender as Sender,
    Signing as Signing,
    Stage as Stage,
    Standing as Standing,
    Timing as Timing,
    Trail as Trail,
    TrailEntry as TrailEntry,
    VariantChanges as VariantChanges,
    WhoisPart as WhoisPart,
    chained as chained,
    first_link as first_link,
)
from judge.game.orders.sheet import (
    OrderSheet as OrderSheet,
    ProxyView as ProxyView,
    is_over_by as is_over_by,
    is_own_order as is_own_order,
    order_sheet as order_sheet,
    sides_to_vote_on as sides_to_vote_on,
    slot as slot,
)
from judge.game.places import places_renewed as places_renewed
from judge.game.refusals import Refusal as Refusal
from judge.game.refusals.people import (
    AskedOfAnother as AskedOfAnother,
    Denied as Denied,
    DeniedBefore as DeniedBefore,
    MailedEnough as MailedEnough,
    MailGoesThere as MailGoesThere,
    NotFromOwner as NotFromOwner,
    NotHisAddress as NotHisAddress,
    NotHolder as NotHolder,
    NotKeeper as NotKeeper,
    NotProven as NotProven,
    NotRegistered as NotRegistered,
    ProofTooLate as ProofTooLate,
    ProvenBefore as ProvenBefore,
    ReplyAddressOver as ReplyAddressOver,
    TooManyAsked as TooManyAsked,
    TooManyGames as TooManyGames,
    TwoPlayers as TwoPlayers,
)
from judge.game.refusals.persons import KeptApart as KeptApart
from judge.game.refusals.times import (
    AnswersLostMail as AnswersLostMail,
    NothingToOrder as NothingToOrder,
)
from judge.game.refusals.words import MisleadingName as MisleadingName, NoSuchGame as NoSuchGame
from judge.game.sandbox import open_sandbox as open_sandbox
from judge.game.seats import (
    JOIN as JOIN,
    holds as holds,
    is_given_up as is_given_up,
    is_vacant as is_vacant,
    led_by_players as led_by_players,
    open_powers as open_powers,
    password_of as password_of,
    people_in as people_in,
    plays as plays,
    power_names as power_names,
    role_named as role_named,
    role_now as role_now,
    roles_of as roles_of,
    surviving_powers as surviving_powers,
    takes_part as takes_part,
)
from judge.game.settings.change import (
    ChangeSettings as ChangeSettings,
    SetOption as SetOption,
    SettingChanged as SettingChanged,
    SettingsProposed as SettingsProposed,
    can_be_set as can_be_set,
    hidden_options as hidden_options,
    setting_lines as setting_lines,
)
from judge.game.settings.effect import (
    changed_variant as changed_variant,
    players_wanted as players_wanted,
    powers_each as powers_each,
)
from judge.game.settings.naming import is_game_name as is_game_name
from judge.game.settings.own import choices_made as choices_made
from judge.game.settings.values import show_comment as show_comment, show_length as show_length
from judge.game.vision import (
    STRANGER as STRANGER,
    UNSEEN as UNSEEN,
    is_blind as is_blind,
    is_over as is_over,
    is_told_to_observers as is_told_to_observers,
    monitors_of as monitors_of,
    ordered_board as ordered_board,
    public_view as public_view,
    reader_of as reader_of,
    seen_from as seen_from,
    view as view,
)
